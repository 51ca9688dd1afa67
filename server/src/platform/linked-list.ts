/** The neighbours of a member; a member is in one list of these links at most. */
export type Links<T> = { next: T | null; previous: T | null };

/**
 * A list whose members leave from anywhere at a fixed cost. Unlike a Map or a Set it has no table, which ten thousand members
 * that come and go make new again and again, and which keeps those it once held from being collected early.
 */
export type LinkedList<T> = {
  add(member: T): void;
  /** One that is in this list. */
  remove(member: T): void;
  oldest(): T | null;
  size(): number;
};

export function createLinkedList<T>(linksOf: (member: T) => Links<T>): LinkedList<T> {
  let oldest: T | null = null;
  let newest: T | null = null;
  let size = 0;
  return {
    add(member) {
      linksOf(member).previous = newest;
      if (newest === null) oldest = member;
      else linksOf(newest).next = member;
      newest = member;
      size += 1;
    },
    remove(member) {
      const links = linksOf(member);
      const { next, previous } = links;
      if (previous === null) oldest = next;
      else linksOf(previous).next = next;
      if (next === null) newest = previous;
      else linksOf(next).previous = previous;
      // One that has left leads to nobody: an old one would keep all that came after it.
      links.next = null;
      links.previous = null;
      size -= 1;
    },
    oldest: () => oldest,
    size: () => size,
  };
}

export function noLinks<T>(): Links<T> {
  return { next: null, previous: null };
}
