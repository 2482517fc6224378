/** A question and its answer as text, for tables and contact sheets. */
import { get, type JsonObject, str } from '@voxelwise/python'
import { findProtocol } from '../protocol/protocols/registry.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { Run } from '../protocol/run.ts'
import { Perturbation } from './perturbation.ts'

export interface AnswerTexts {
  /** The sample's index. */
  readonly index: number
  readonly question: string
  /** "A. Left", in the order shown to the model; none of a question without options. */
  readonly options: readonly string[]
  /** "A. Left", or the answer itself. */
  readonly right: string
  /** What was read from the reply; empty where nothing could be read. */
  readonly given: string
  /** As the model wrote it; empty where it failed. */
  readonly reply: string
}

type Asked = Pick<Run, 'probe' | 'settings'>

/** The fields as the run showed them: a pass may order the options in another way. */
function shownFields({ sample }: RunRecord, { probe, settings }: Asked): JsonObject {
  const protocol = findProtocol(settings.protocol)
  return new Perturbation(probe, [sample], protocol).fields(sample)
}

export function answerTexts(record: RunRecord, run: Asked): AnswerTexts {
  const fields = shownFields(record, run)
  const options = findProtocol(run.settings.protocol).listOptions(fields)
  const findText = (letter: string) => options.find(option => option.letter === letter)?.value
  const named = (answer: string): string =>
    [...answer].every(letter => findText(letter) !== undefined)
      ? Array.from(answer, letter => `${letter}. ${str(findText(letter))}`).join('\n')
      : answer
  return {
    index: record.sample.index,
    question: str(get(fields, 'question')),
    options: options.map(({ letter, value }) => `${letter}. ${str(value)}`),
    right: named(record.rightAnswer),
    given: record.status === 'answered' ? named(record.parsed) : '',
    reply: record.status === 'answered' ? (record.response ?? '') : '',
  }
}
