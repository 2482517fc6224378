import { expect, test } from 'vitest'
import { ChunkedBlob } from '../../../../src/engine/runtime/chunked-blob.ts'

const bytes = Uint8Array.from({ length: 20 * 2 ** 20 }, (_, i) => i % 251)

/** As ONNX Runtime reads a tensor of external data. */
async function read(blob: Blob): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of blob.stream()) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

test('gives the bytes of its file, whole and in part', async () => {
  const blob = new ChunkedBlob(new Blob([bytes]), 'model/weights', () => {})
  expect(blob).toBeInstanceOf(Blob)
  expect(blob.size).toBe(bytes.length)
  const parts = [
    blob,
    blob.slice(17, 18 * 2 ** 20),
    blob.slice(5),
    blob.slice(7, 7),
    blob.slice(3, 9).slice(2, 4),
  ]
  const expected = [
    bytes,
    bytes.slice(17, 18 * 2 ** 20),
    bytes.slice(5),
    bytes.slice(7, 7),
    bytes.slice(5, 7),
  ]
  for (const [i, part] of parts.entries()) {
    const got = await read(part)
    expect(Buffer.compare(got, expected[i] ?? bytes)).toBe(0)
    expect(part.size).toBe(got.length)
  }
})

test('passes on that a file can no longer be read', async () => {
  const gone = new Blob([bytes])
  gone.slice = () => {
    throw new DOMException('The file has changed.', 'NotReadableError')
  }
  await expect(read(new ChunkedBlob(gone, 'model/weights', () => {}))).rejects.toThrow(
    'The file has changed.',
  )
})

test('ends with an error if the file gives less than its size', async () => {
  const emptied = new Blob([bytes])
  emptied.slice = () => new Blob()
  await expect(read(new ChunkedBlob(emptied, 'model/weights', () => {}))).rejects.toMatchObject({
    info: {
      code: 'file-unreadable',
      subject: 'model/weights',
      message: `The browser returned only 0 of the ${bytes.length} bytes of this file.`,
    },
  })
})
