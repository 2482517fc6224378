/** Parsers of answers and cells: what reads text by rules. */

import { memoryBytes } from '@voxelwise/tables'
import { jsonFile } from '../../src/data/containers/row-files.ts'
import { cardSplits } from '../../src/data/formats/readers/split-names.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { judgeReplies, responsesById } from '../../src/data/formats/response-lines.ts'
import { parseProbes, probeNames } from '../../src/engine/probes/list.ts'
import { checkedProbes } from '../../src/engine/probes/new-probes.ts'
import { judgeAnswer } from '../../src/engine/protocol/judges/judge.ts'
import { newestJudges } from '../../src/engine/protocol/judges/registry.ts'
import { textFigures } from '../../src/engine/protocol/text-metrics/figures.ts'
import { splitThoughts } from '../../src/engine/protocol/thoughts.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import { anyAnswered, anyBrackets, anyCard, anyLines, anyLongCell, anyTexts } from './inputs/answers.ts'
import { anyThoughts } from './inputs/thoughts.ts'
import { type Parser, readText } from './parser.ts'

export const parsersOfTexts: Readonly<Record<string, Parser>> = {
  judges: {
    make: anyAnswered,
    parse(input) {
      const { response, ...question } = JSON.parse(readText(input))
      for (const { readers } of newestJudges()) {
        const reader = readers[question.kind as keyof typeof readers]
        if (!reader) continue
        judgeAnswer(reader, response, question, 'sample x')
        reader.isSettled?.(response, question)
      }
    },
  },
  thoughts: {
    make: anyThoughts,
    parse(input) {
      const content = readText(input)
      const { said, isOpen } = splitThoughts(content)
      if (isOpen && said !== '') throw new Error('a thought without an end has an answer')
      // What is said is put together from pieces of the content, so none of it is new.
      if (said.length > content.length) throw new Error('the answer is longer than the content')
    },
  },
  'text-metrics': {
    make: anyTexts,
    parse(input) {
      const [prediction, reference] = JSON.parse(readText(input))
      textFigures([{ prediction, reference }])
    },
  },
  cells: {
    make: anyLongCell,
    parse: input => loadDataset(memorySource('set', { 'a.png': '', 'test.json': input }), {}),
  },
  card: { make: anyCard, parse: input => cardSplits(readText(input)).map(({ holds }) => holds('a/b.csv')) },
  lines: {
    make: anyLines,
    async parse(input) {
      const file = memoryBytes('hostile/file', new TextEncoder().encode(readText(input)))
      await judgeReplies(file)
      await responsesById(file)
    },
  },
  'probe list': {
    make: random => random.text([...probeNames, ...Array.from(',,,:-19 '), 'constructor', 'fog'], 30),
    parse(input) {
      const found = parseProbes(readText(input))
      if (!('unknown' in found)) checkedProbes(found)
    },
  },
  brackets: {
    make: anyBrackets,
    async parse(input) {
      const found = await jsonFile(memoryBytes('x.json', new TextEncoder().encode(readText(input))))
      let rows = 0
      if ('tables' in found) for (const table of found.tables) for await (const _ of table.rows()) rows++
      // What is no list of rows is left alone before its end is seen.
      if (rows > 0) JSON.parse(readText(input))
    },
  },
}
