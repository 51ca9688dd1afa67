/**
 * How much larger the page is drawn than its lengths say (tokens.css, very wide screens), and the window's size in
 * those lengths. What events and `innerWidth` report has to be divided by it before it becomes a style.
 */
export function pageZoom(): { zoom: number; width: number; height: number } {
  const zoom = Number.parseFloat(getComputedStyle(document.documentElement).zoom) || 1;
  return { zoom, width: innerWidth / zoom, height: innerHeight / zoom };
}
