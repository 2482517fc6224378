/**
 * A picture that any browser shows of a file that this one does not (TIFF, for one), by the decoder that the
 * model's images go through. @returns an object URL; the caller revokes it
 * @throws VoxelwiseError as decodeRgb
 */
export async function decodedUrl(url: string, name: string): Promise<string> {
  const { decodeRgb } = await import('../data/image/decode.ts')
  const file = await fetch(url)
  const { width, height, data } = await decodeRgb(new Uint8Array(await file.arrayBuffer()), name)
  const canvas = new OffscreenCanvas(width, height)
  const picture = new ImageData(width, height)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    picture.data.set(data.subarray(from, from + 3), to)
    picture.data[to + 3] = 255
  }
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return URL.createObjectURL(await canvas.convertToBlob())
}
