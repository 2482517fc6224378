/** Why a run's figure differs from a published one for the same benchmark: what was, or may have been, done differently. */
import type { PaperName } from '../../../engine/analysis/benchmark-questions.ts'
import { publishedModels, publishedTotal } from '../../../engine/analysis/published.ts'
import { medCmrModels, medCmrOverall, medCmrTasks } from '../../../engine/analysis/published-med-cmr.ts'
import {
  type Cause,
  type Departure,
  type FigureSide,
  inOrder,
} from '../../../engine/analysis/why-different.ts'
import { counted } from '../../../engine/base/counted.ts'
import { computedHere } from '../../../engine/protocol/device.ts'
import { dtypeWords, isUnquantised } from '../../../engine/protocol/mixed-precision.ts'

/** A model's figure over the whole benchmark. */
interface PublishedFigure {
  readonly paper: PaperName
  readonly model: string
  /** From 0 to 1. */
  readonly share: number
}

/** In the order of the tables; of Med-CMR those of choice questions. */
export const publishedFigures = (paper: PaperName): readonly PublishedFigure[] =>
  paper === 'MedRCube'
    ? publishedModels.map(({ name, overall }) => ({ paper, model: name, share: overall }))
    : medCmrModels.map(({ name, cells }) => ({
        ...{ paper, model: name },
        share: (cells.get(medCmrOverall.choice) ?? 0) / 100,
      }))

/** The published model with the run's name, if there is one: "lingshu-7b-onnx" is Lingshu-7B. */
export function sameModel(figures: readonly PublishedFigure[], name: string): PublishedFigure | null {
  const plainName = plain(name)
  const candidates = figures.filter(({ model }) => plainName.includes(plain(model)))
  return candidates.sort((a, b) => b.model.length - a.model.length)[0] ?? null
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The questions, and the id of the protocol with the paper's prompt and reading. */
const benchmarks: Readonly<Record<PaperName, { readonly questions: number; readonly protocol: string }>> = {
  MedRCube: { questions: publishedTotal, protocol: 'medrcube' },
  'Med-CMR': { questions: medCmrTasks.reduce((sum, { n }) => sum + (n ?? 0), 0), protocol: 'med-cmr' },
}

/** The run, and how many of its answers were free text. */
export interface PublishedSide extends FigureSide {
  readonly open: number
}

/** By possible effect, as `departures`. The papers state neither precision nor device, so those may differ. */
export function publishedDepartures(
  paper: PaperName,
  { run, answered, failed, cut, open, precision }: PublishedSide,
): readonly Departure[] {
  const { questions, protocol } = benchmarks[paper]
  const total = answered + failed
  const { settings } = run
  const share = (n: number) => (total === 0 ? 0 : (100 * n) / total)
  const departures: Departure[] = []
  const add = (
    isIn: boolean,
    cause: Cause,
    first: string,
    second: string,
    most: number | null = null,
  ): void => {
    if (isIn) departures.push({ cause, first, second, most })
  }
  const missing = Math.abs(questions - total) / Math.max(questions, total, 1)
  add(missing > 0, 'questions', counted(questions, 'question'), counted(total, 'question'), 100 * missing)
  add(open > 0, 'kinds', 'choice questions only', `${open} answers in free text as well`, share(open))
  add(failed > 0, 'failed', 'not stated', String(failed), share(failed))
  add(cut > 0, 'cut', 'not stated', String(cut), share(cut))
  const { id, version, judge } = settings.protocol
  add(id !== protocol, 'prompt', protocol, `${id}, version ${version}`)
  add(judge !== undefined, 'reading', 'the paper’s own', judge?.id ?? '')
  add(settings.scoring === 'choices', 'scoring', 'generated text', 'option probabilities')
  add(settings.heldToLetter === true, 'constraint', 'free answers', 'letters only')
  add(settings.chatTemplate !== 'own', 'template', 'the model’s own', 'built-in')
  add(run.model.server !== undefined, 'preprocessing', 'the model’s processor', 'by the server')
  const here = computedHere(settings)
  const dtype = run.model.server?.quantization ?? dtypeWords(settings.dtype)
  const lost = precision === null ? null : 100 * precision
  add(!(here && isUnquantised(here.dtype)), 'precision', 'not stated', dtype, lost)
  add(true, 'device', 'not stated', run.environment.adapter ?? settings.device)
  return inOrder(departures)
}
