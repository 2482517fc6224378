/** Parsers of answers, cells and a server's replies: what reads text by rules. */

import { createServer } from 'node:net'
import { JsonLimitError, JsonSyntaxError } from '@voxelwise/python'
import { memoryBytes } from '@voxelwise/tables'
import { jsonFile } from '../../src/data/containers/row-files.ts'
import { cardSplits } from '../../src/data/formats/readers/split-names.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { judgeReplies, responsesById } from '../../src/data/formats/response-lines.ts'
import { nodeSource } from '../../src/data/sources/node.ts'
import { CheckError } from '../../src/engine/base/schema.ts'
import { parseProbes, probeNames } from '../../src/engine/probes/list.ts'
import { checkedProbes } from '../../src/engine/probes/new-probes.ts'
import { judgeAnswer } from '../../src/engine/protocol/judges/judge.ts'
import { newestJudges } from '../../src/engine/protocol/judges/registry.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { LoadedDataset } from '../../src/engine/protocol/sample.ts'
import { textFigures } from '../../src/engine/protocol/text-metrics/figures.ts'
import { splitThoughts } from '../../src/engine/protocol/thoughts.ts'
import { optionTexts } from '../../src/features/logs/data/logged-letters.ts'
import { matched } from '../../src/features/logs/data/match.ts'
import { readLog } from '../../src/features/logs/data/read-log.ts'
import { ServerConnection } from '../../src/features/servers/data/connection.ts'
import { identify, modelFacts } from '../../src/features/servers/engine/identify.ts'
import { errorText, readReply } from '../../src/features/servers/engine/reply.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import type { Bytes } from './bytes.ts'
import { anyAnswered, anyBrackets, anyCard, anyLines, anyLongCell, anyTexts } from './inputs/answers.ts'
import { anyReply, anyResponse } from './inputs/http.ts'
import { anyInspectArchive, anyInspectLog, anyLmmsLog, anyLoggedTable } from './inputs/logs.ts'
import { anyThoughts } from './inputs/thoughts.ts'
import type { Input, Parser } from './parser.ts'

const textOf = (input: Input): string => (typeof input === 'string' ? input : new TextDecoder().decode(input))

/** Reads what a server says of itself from one that sends the same bytes to every request. */
async function lookAt(sent: Uint8Array): Promise<void> {
  let address: string | null = null
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const greeting = `HTTP/1.1 200 OK\r\ncontent-length: ${address?.length}\r\nconnection: close\r\n\r\n${address}`
      socket.end(isGreeted ? sent : greeting)
      isGreeted = true
    })
  })
  let isGreeted = false
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const at = server.address()
    const base = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/`
    address = JSON.stringify({ address: base })
    const { answers } = await (await ServerConnection.open(base)).lookAround()
    const { kind, models } = identify(answers)
    modelFacts(kind, models[0] ?? 'm', answers)
  } finally {
    server.close()
  }
}

/** Reads a log and looks for its questions in a data set. */
async function openLog(name: string, input: Input): Promise<void> {
  const { log } = await readLog([{ name, blob: new Blob([input as string | Bytes]) }])
  demo ??= await loadDataset(nodeSource('public/datasets/phantom-cube'), {})
  const { samples } = demo
  await matched(
    (async function* () {
      yield samples
    })(),
    log.answers,
    ({ fields }) => optionTexts(medrcube, fields),
  )
}
let demo: LoadedDataset | null = null

export const parsersOfTexts: Readonly<Record<string, Parser>> = {
  judges: {
    make: anyAnswered,
    parse(input) {
      const { response, ...question } = JSON.parse(textOf(input))
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
      const content = textOf(input)
      const { said, isOpen } = splitThoughts(content)
      if (isOpen && said !== '') throw new Error('a thought without an end has an answer')
      // What is said is put together from pieces of the content, so none of it is new.
      if (said.length > content.length) throw new Error('the answer is longer than the content')
    },
  },
  'text-metrics': {
    make: anyTexts,
    parse(input) {
      const [prediction, reference] = JSON.parse(textOf(input))
      textFigures([{ prediction, reference }])
    },
  },
  cells: {
    make: anyLongCell,
    parse: input => loadDataset(memorySource('set', { 'a.png': '', 'test.json': input }), {}),
  },
  card: { make: anyCard, parse: input => cardSplits(textOf(input)).map(({ holds }) => holds('a/b.csv')) },
  lines: {
    make: anyLines,
    async parse(input) {
      const file = memoryBytes('hostile/file', new TextEncoder().encode(textOf(input)))
      await judgeReplies(file)
      await responsesById(file)
    },
  },
  'probe list': {
    make: random => random.text([...probeNames, ...Array.from(',,,:-19 '), 'constructor', 'fog'], 30),
    parse(input) {
      const found = parseProbes(textOf(input))
      if (!('unknown' in found)) checkedProbes(found)
    },
  },
  'log.jsonl': { make: anyLmmsLog, parse: input => openLog('x_samples_task.jsonl', input) },
  'log.json': { make: anyInspectLog, parse: input => openLog('x.json', input) },
  'log.eval': { make: anyInspectArchive, parse: input => openLog('x.eval', input) },
  'log.tsv': { make: anyLoggedTable, parse: input => openLog('x.tsv', input) },
  brackets: {
    make: anyBrackets,
    async parse(input) {
      const found = await jsonFile(memoryBytes('x.json', new TextEncoder().encode(textOf(input))))
      let rows = 0
      if ('tables' in found) for (const table of found.tables) for await (const _ of table.rows()) rows++
      // What is no list of rows is left alone before its end is seen.
      if (rows > 0) JSON.parse(textOf(input))
    },
  },
  reply: {
    make: anyReply,
    parse(input) {
      errorText(textOf(input))
      readReply(textOf(input))
    },
    mayThrow: [CheckError, JsonSyntaxError, JsonLimitError],
  },
  'server.http': { make: anyResponse, parse: input => lookAt(input as Uint8Array) },
}
