import { expect, test } from 'vitest'
import { keepRowLines, rowLines } from '../../../../src/data/store/rows-file.ts'
import { type RowLine, type RowPart, rowParts } from '../../../../src/engine/analysis/derived-rows.ts'

/** A folder of files, as much of the interface as is used. @param full names of those that take nothing any more */
function folderOfFiles(full: ReadonlySet<string> = new Set()) {
  const files = new Map<string, Buffer>()
  const handleOf = (name: string) => ({
    getFile: async () => new File([new Uint8Array(files.get(name) ?? [])], name),
    createSyncAccessHandle: async () => ({
      truncate: (size: number) => files.set(name, (files.get(name) ?? Buffer.alloc(0)).subarray(0, size)),
      write: (part: Uint8Array, { at }: { at: number }) => {
        if (full.has(name)) return 0
        const before = files.get(name) ?? Buffer.alloc(0)
        const longer = Buffer.alloc(Math.max(before.length, at + part.length))
        before.copy(longer)
        longer.set(part, at)
        files.set(name, longer)
        return part.length
      },
      close: () => {},
    }),
  })
  const folder: unknown = { getFileHandle: async (name: string) => handleOf(name) }
  return folder as FileSystemDirectoryHandle
}

async function* of(lines: readonly (string | RowLine)[], fault?: Error): AsyncGenerator<RowLine> {
  for (const line of lines) yield typeof line === 'string' ? ['rows', line] : line
  if (fault) throw fault
}

const read = async (folder: FileSystemDirectoryHandle, part: RowPart = 'rows') => {
  const lines: string[] = []
  for await (const line of rowLines(folder, part)) lines.push(line)
  return lines
}

test('lines are read as they were written, and again when others took their place', async () => {
  const folder = folderOfFiles()
  await keepRowLines(folder, of(['{"of":"ä"}\n', 'one\n', 'two\n', 'three\n']))
  expect(await read(folder)).toEqual(['{"of":"ä"}', 'one', 'two', 'three'])
  await keepRowLines(folder, of(['{"of":"b"}\n', '1\n']))
  expect(await read(folder)).toEqual(['{"of":"b"}', '1'])
})

test('each part is read by itself', async () => {
  const folder = folderOfFiles()
  const digests = ['d1\n', 'd2\n'].map(line => ['digests', line] as const)
  const forecasts = ['f1\n', `${'f'.repeat(9_000_000)}\n`, 'f3\n'].map(line => ['forecasts', line] as const)
  await keepRowLines(folder, of(['{"of":"a"}\n', ...digests, 'r1\n', ...forecasts, 'r2\n']))
  expect(await read(folder)).toEqual(['{"of":"a"}', 'r1', 'r2'])
  expect(await read(folder, 'digests')).toEqual(['d1', 'd2'])
  expect(await read(folder, 'forecasts')).toEqual(['f1', 'f'.repeat(9_000_000), 'f3'])
})

test('where one part has no room nothing is left of any', async () => {
  const folder = folderOfFiles(new Set(['row-digests.jsonl']))
  const lines = of(['{"of":"a"}\n', 'r1\n', ['forecasts', 'f1\n'], ['digests', 'd1\n'], 'r2\n'])
  await expect(keepRowLines(folder, lines)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  for (const part of rowParts) expect(await read(folder, part)).toEqual([])
})

test('what broke off does not say whose it is', async () => {
  const folder = folderOfFiles()
  await keepRowLines(folder, of(['{"of":"b"}\n', '1\n']))
  const long = 'x'.repeat(4_000_000)
  await expect(
    keepRowLines(folder, of(['{"of":"a"}\n', `${long}\n`, 'not yet written\n'], new Error('ended'))),
  ).rejects.toThrow('ended')
  expect(await read(folder)).toEqual([' '.repeat(10), long])
})
