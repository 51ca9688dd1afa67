import { expect, test } from "vitest";
import { isSoftwareRenderer, softwarePixelRatio } from "./map-drawing.ts";

test.each([
  ["ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)", true],
  ["llvmpipe (LLVM 15.0.7, 256 bits)", true],
  ["ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)", true],
  ["ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)", false],
  ["ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)", false],
  ["Apple GPU", false],
])("whether %s computes on the processor: %s", (name, isSoftware) => {
  expect(isSoftwareRenderer(name)).toBe(isSoftware);
});

test("the map of a large screen without a graphics card has fewer pixels, that of a small one as many as the screen", () => {
  expect(softwarePixelRatio({ width: 1920, height: 1080 })).toBeCloseTo(0.54, 2);
  expect(softwarePixelRatio({ width: 640, height: 480 })).toBe(1);
});
