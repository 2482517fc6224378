/** Why a run's figure differs from a published one for the same benchmark: what was, or may have been, done differently. */
import { counted } from '../../base/counted.ts'
import type { Run } from '../../protocol/run.ts'
import { publishedModels, publishedTotal } from '../published.ts'
import { medCmrModels, medCmrOverall, medCmrTasks } from '../published-med-cmr.ts'
import { type Departure, type FigureSide, inOrder } from '../why-different.ts'
import type { PaperFindings } from './finding.ts'

type Paper = PaperFindings['paper']

/** A model's figure over the whole benchmark. */
export interface PublishedFigure {
  readonly paper: Paper
  readonly model: string
  /** From 0 to 1. */
  readonly share: number
}

/** In the order of the tables; of Med-CMR those of choice questions. */
export const publishedFigures = (paper: Paper): readonly PublishedFigure[] =>
  paper === 'MedRCube'
    ? publishedModels.map(({ name, overall }) => ({ paper, model: name, share: overall }))
    : medCmrModels.map(({ name, cells }) => ({
        ...{ paper, model: name },
        share: (cells.get(medCmrOverall.choice) ?? 0) / 100,
      }))

/** The published model with the run's name, if there is one: "lingshu-7b-onnx" is Lingshu-7B. */
export function sameModel(figures: readonly PublishedFigure[], name: string): PublishedFigure | null {
  const own = plain(name)
  const found = figures.filter(({ model }) => own.includes(plain(model)))
  return found.sort((a, b) => b.model.length - a.model.length)[0] ?? null
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

interface Benchmark {
  readonly questions: number
  /** Id of the protocol with the paper's prompt and reading. */
  readonly protocol: string
}

const benchmarks: Readonly<Record<Paper, Benchmark>> = {
  MedRCube: { questions: publishedTotal, protocol: 'medrcube' },
  'Med-CMR': { questions: medCmrTasks.reduce((sum, { n }) => sum + (n ?? 0), 0), protocol: 'med-cmr' },
}

/** The run, and how many of its answers were free text. */
export interface PublishedSide extends FigureSide {
  readonly open: number
}

/** By possible effect, as `departures`. The papers state neither precision nor device, so those may differ. */
export function publishedDepartures(
  paper: Paper,
  { run, answered, failed, cut, open, precision }: PublishedSide,
): readonly Departure[] {
  const { questions, protocol } = benchmarks[paper]
  const asked = answered + failed
  const { settings } = run
  const share = (n: number) => (asked === 0 ? 0 : (100 * n) / asked)
  const found: Departure[] = []
  const add = (isIn: boolean, departure: Departure): void => {
    if (isIn) found.push(departure)
  }
  const missing = Math.abs(questions - asked) / Math.max(questions, asked, 1)
  add(missing > 0, {
    ...{ cause: 'questions', first: counted(questions, 'question'), second: counted(asked, 'question') },
    most: 100 * missing,
  })
  add(open > 0, {
    ...{ cause: 'kinds', first: 'choice questions only', second: `${open} answers in free text as well` },
    most: share(open),
  })
  add(failed > 0, { cause: 'failed', first: 'not stated', second: String(failed), most: share(failed) })
  add(cut > 0, { cause: 'cut', first: 'not stated', second: String(cut), most: share(cut) })
  const own = `${settings.protocol.id}, version ${settings.protocol.version}`
  add(settings.protocol.id !== protocol, { cause: 'prompt', first: protocol, second: own, most: null })
  add(settings.protocol.judge !== undefined, {
    ...{ cause: 'reading', first: 'the paper’s own', second: settings.protocol.judge?.id ?? '', most: null },
  })
  add(settings.scoring === 'choices', {
    ...{ cause: 'scoring', first: 'generated text', second: 'option probabilities', most: null },
  })
  add(settings.heldToLetter === true, {
    ...{ cause: 'constraint', first: 'free answers', second: 'letters only', most: null },
  })
  add(settings.chatTemplate !== 'own', {
    ...{ cause: 'template', first: 'the model’s own', second: 'built-in', most: null },
  })
  add(run.model.server !== undefined, {
    ...{ cause: 'preprocessing', first: 'the model’s processor', second: 'by the server', most: null },
  })
  const dtype = run.model.server?.quantization ?? settings.dtype
  add(dtype !== 'fp32' && dtype !== 'fp16', {
    ...{ cause: 'precision', first: 'not stated', second: dtype },
    most: precision === null ? null : 100 * precision,
  })
  add(true, { cause: 'device', first: 'not stated', second: placeOf(run), most: null })
  return inOrder(found)
}

const placeOf = ({ settings, environment }: Run): string => environment.adapter ?? settings.device
