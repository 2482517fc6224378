import { expect, test } from 'vitest'
import { keepRowLines, rowLines } from '../../../../src/data/store/rows-file.ts'

/** A folder of one file, as much of the interface as is used. */
function oneFile() {
  let bytes = Buffer.alloc(0)
  const handle = {
    getFile: async () => new File([bytes], 'rows.jsonl'),
    createSyncAccessHandle: async () => ({
      truncate: (size: number) => {
        bytes = bytes.subarray(0, size)
      },
      write: (part: Uint8Array, { at }: { at: number }) => {
        const longer = Buffer.alloc(Math.max(bytes.length, at + part.length))
        bytes.copy(longer)
        longer.set(part, at)
        bytes = longer
        return part.length
      },
      close: () => {},
    }),
  }
  const folder: unknown = { getFileHandle: async () => handle }
  return folder as FileSystemDirectoryHandle
}

async function* of(lines: readonly string[], fault?: Error): AsyncGenerator<string> {
  yield* lines
  if (fault) throw fault
}

const read = async (folder: FileSystemDirectoryHandle) => {
  const lines: string[] = []
  for await (const line of rowLines(folder)) lines.push(line)
  return lines
}

test('lines are read as they were written, and again when others took their place', async () => {
  const folder = oneFile()
  await keepRowLines(folder, of(['{"of":"ä"}\n', 'one\n', 'two\n', 'three\n']))
  expect(await read(folder)).toEqual(['{"of":"ä"}', 'one', 'two', 'three'])
  await keepRowLines(folder, of(['{"of":"b"}\n', '1\n']))
  expect(await read(folder)).toEqual(['{"of":"b"}', '1'])
})

test('what broke off does not say whose it is', async () => {
  const folder = oneFile()
  await keepRowLines(folder, of(['{"of":"b"}\n', '1\n']))
  const long = 'x'.repeat(4_000_000)
  await expect(
    keepRowLines(folder, of(['{"of":"a"}\n', `${long}\n`, 'not yet written\n'], new Error('ended'))),
  ).rejects.toThrow('ended')
  expect(await read(folder)).toEqual([' '.repeat(10), long])
})
