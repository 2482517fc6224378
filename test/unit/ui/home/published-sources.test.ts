/** README and the set-up page say the same of what is published, since README's table is written from the page's list. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { familyOf } from '../../../../src/engine/families/registry.ts'
import { advisedDtypes, commandsFor, folderSize } from '../../../../src/engine/model/advice.ts'
import { type PublishedVlm, publishedVlms } from '../../../../src/engine/model/published-vlms.ts'
import { downloadDataset, installDownloader } from '../../../../src/ui/home/published-sources.ts'
import { sizeWords } from '../../../../src/ui/text/advice.ts'

const readme = readFileSync('README.md', 'utf8')

const rowOf = (vlm: PublishedVlm): string =>
  `  | ${[
    vlm.name,
    `${vlm.repository}${vlm.publishedAs === 'checkpoint' ? ' (to be exported)' : ''}`,
    `\`${vlm.family}\``,
    ...advisedDtypes.map(dtype => sizeWords(folderSize(vlm, dtype))),
  ].join(' | ')} |`

test('README’s table is the list of the set-up page', () => {
  const table = readme.split('\n').filter(line => /^ {2}\| .* \| `\w+` \|/.test(line))
  expect(table).toEqual(publishedVlms.map(rowOf))
})

test('the commands of README are those of the page', () => {
  const [first] = publishedVlms
  if (!first) throw new Error('The list is empty.')
  for (const line of [installDownloader, downloadDataset, ...commandsFor(first, 'q4')])
    expect(readme).toContain(line)
})

test('every model in the list is of a family that runs here', () => {
  for (const { family } of publishedVlms) expect(() => familyOf(family)).not.toThrow()
})
