/** A NIfTI-1 file of bytes, whose axes go to the right, to the front and up. */

/** @param at the value of a voxel */
export function niftiBytes(
  shape: readonly [number, number, number],
  at: (x: number, y: number, z: number) => number,
): Uint8Array<ArrayBuffer> {
  const [width, depth, height] = shape
  const bytes = new Uint8Array(352 + width * depth * height)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 348, true)
  for (const [i, size] of [3, ...shape, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * i, size, true)
  view.setInt16(70, 2, true)
  view.setInt16(72, 8, true)
  for (let i = 0; i < 4; i++) view.setFloat32(76 + 4 * i, 1, true)
  view.setFloat32(108, 352, true)
  view.setInt16(254, 1, true)
  for (let axis = 0; axis < 3; axis++) view.setFloat32(280 + 16 * axis + 4 * axis, 1, true)
  bytes.set(new TextEncoder().encode('n+1'), 344)
  let to = 352
  for (let z = 0; z < height; z++)
    for (let y = 0; y < depth; y++) for (let x = 0; x < width; x++) bytes[to++] = at(x, y, z)
  return bytes
}
