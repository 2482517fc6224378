/** docs/getting-started.md and the set-up page list the same published models and commands. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFamily } from '../../../src/engine/families/registry.ts'
import {
  advisedDtypes,
  commandsFor,
  folderSize,
  tokensOfAnImage,
} from '../../../src/features/advice/engine/advice.ts'
import { type PublishedVlm, publishedVlms } from '../../../src/features/advice/engine/published-vlms.ts'
import { folderSizeWords, tokensCell } from '../../../src/features/advice/text/advice-words.ts'
import { downloadDataset, installDownloader } from '../../../src/ui/home/advice/command.tsx'

const guide = readFileSync('docs/getting-started.md', 'utf8')

const tableRow = (vlm: PublishedVlm): string =>
  `| ${[
    vlm.name,
    `${vlm.repository}${vlm.publishedAs === 'onnx' ? ' (ONNX)' : ''}`,
    `\`${vlm.family}\``,
    tokensCell(tokensOfAnImage(vlm)),
    ...advisedDtypes.map(dtype => folderSizeWords(folderSize(vlm, dtype))),
  ].join(' | ')} |`

test('the table of docs/getting-started.md is the list of the set-up page', () => {
  const table = guide.split('\n').filter(line => /^\| .* \| `\w+` \|/.test(line))
  expect(table).toEqual(publishedVlms.map(tableRow))
})

test('the commands of docs/getting-started.md are those of the page', () => {
  const [first] = publishedVlms
  if (!first) throw new Error('The list is empty.')
  for (const line of [installDownloader, downloadDataset, ...commandsFor(first, 'q4')])
    expect(guide).toContain(line)
})

test('every model in the list is of a family that runs here', () => {
  for (const { family } of publishedVlms) expect(() => findFamily(family)).not.toThrow()
})
