/** The findings of a run as cards: each answers one question of a reader. */
import type { FindingSamples, Results } from '../../../app/controller/report-facts.ts'
import { type BaselineFigure, isAboveBlind } from '../../../engine/analysis/blind-baseline.ts'
import type { RunFinding } from '../../../engine/analysis/run-findings.ts'
import { isMostlyUnread } from '../../../engine/analysis/unread.ts'
import { findingWords } from '../../text/findings.ts'
import { percent } from '../../text/format.ts'
import { type CardAnswers, cardAnswers, wrongAnswers } from './card-answers.ts'
import { type CardChart, type ChartFacts, chooseChart } from './finding-lines.ts'

export interface FindingCard extends CardChart, CardAnswers {
  /** Cards of one id are one card. */
  readonly id: string
  readonly title: string
  /** The statement, then what else follows from the same figures. */
  readonly sentences: readonly string[]
  /** Whether the run shows it; where not, the statement says so. */
  readonly isShown: boolean
  /** The heavier, the further in front. */
  readonly weight: number
}

/** What a card is made of. */
export interface CardFacts extends Pick<Results, 'run' | 'rows' | 'overview'>, ChartFacts {
  readonly findings: readonly RunFinding[]
  /** Absent on paper, which shows no samples. */
  readonly samples?: FindingSamples
}

/** A feature's card; null where the run has no facts for it. */
export type CardMaker = (facts: CardFacts) => FindingCard | null

type Kind = RunFinding['kind']

/** Which card a finding stands on, and its weight if the run shows it. */
const places: Readonly<Record<Kind, readonly [card: string, weight: number]>> = {
  unread: ['unread', 200],
  overall: ['overall', 190],
  below: ['cannot', 100],
  constant: ['constant', 95],
  weakest: ['cannot', 90],
  blind: ['looks', 85],
  shortcut: ['reasons', 70],
  unclear: ['cannot', 60],
  previous: ['changed', 55],
  degraded: ['corrupted', 50],
  'yes-no': ['yes-no', 40],
  published: ['published', 30],
}

const titles = new Map([
  ['unread', 'Unread replies'],
  ['overall', 'How good it is'],
  ['cannot', 'What it cannot do'],
  ['constant', 'One answer to everything'],
  ['looks', 'Does it look?'],
  ['reasons', 'Diagnoses and perceptions'],
  ['changed', 'What changed since'],
  ['corrupted', 'Corrupted images'],
  ['yes-no', 'Yes and no'],
  ['published', 'Published models'],
])

/** A finding that the run does not show stands behind all that it shows. */
const unshown = 60

/** Cards in order of weight. @param makers of features, whose sentences come first on a card that both make */
export function findingCards(facts: CardFacts, makers: readonly CardMaker[]): readonly FindingCard[] {
  const made = [
    ...[seeingCard, ...makers].flatMap(maker => maker(facts) ?? []),
    ...facts.findings.map(finding => makeCard(facts, finding)).toSorted((a, b) => b.weight - a.weight),
  ]
  const cards = new Map<string, FindingCard>()
  for (const card of made) {
    const first = cards.get(card.id)
    cards.set(card.id, first ? together(first, card) : card)
  }
  return [...cards.values()].toSorted((a, b) => b.weight - a.weight)
}

/** Whether more may be said of a run than its accuracy: its replies were read, and no part ends at any look. */
export const isJudged = ({ unread, part, overall }: CardFacts['overview']): boolean =>
  !isMostlyUnread(unread) && (part === null || overall.part?.isFixed === true)

/** Whether the accuracy on questions from DICOM headers is a sign that the model sees the image. */
function seeingCard({ run, rows, overview }: CardFacts): FindingCard | null {
  const whole = overview.blind?.whole[0]
  if (!whole || whole.answers === 1 || !isJudged(overview)) return null
  const isShown = isAboveBlind(whole)
  const answers = wrongAnswers(run.id, rows, {})
  return {
    // In front of what the accuracy is otherwise: on the same card, since it is about the same answers.
    ...{ id: 'overall', title: 'Does it see the image?', sentences: [seeingWords(whole)], isShown },
    ...{ lines: [{ label: 'All questions', href: answers.link?.href ?? '', share: whole }] },
    ...{ ...answers, weight: 195 },
  }
}

/** "25.5%, not above the most frequent answer (35.3%): no sign that it sees the image." */
function seeingWords(whole: BaselineFigure): string {
  const baselines = [
    ['guessing', whole.chance ?? 0],
    ['the most frequent answer', whole.majority ?? 0],
    ['the options alone', whole.optionsOnly],
  ] as const
  const [name, share] = baselines.reduce((a, b) => (b[1] > a[1] ? b : a))
  return isAboveBlind(whole)
    ? `${percent(whole.share)}, above guessing, the most frequent answer and the options alone: a sign that it sees the image.`
    : `${percent(whole.share)}, not clearly above ${name} (${percent(share)}): no sign that it sees the image.`
}

/** Two cards on one question: the chart, the samples and the link of the first that has them. */
function together(first: FindingCard, other: FindingCard): FindingCard {
  const { lines, caption } = first.lines.length > 0 ? first : other
  return {
    ...first,
    sentences: [...first.sentences, ...other.sentences],
    isShown: first.isShown || other.isShown,
    ...{ lines, caption },
    samples: first.samples.length > 0 ? first.samples : other.samples,
    link: first.link ?? other.link,
    weight: Math.max(first.weight, other.weight),
  }
}

function makeCard(facts: CardFacts, finding: RunFinding): FindingCard {
  const [id, weight] = places[finding.kind]
  const chart = chooseChart(facts, finding)
  return {
    ...{ id, title: titles.get(id) ?? id, sentences: [findingWords(finding)], isShown: finding.isShown },
    ...chart,
    ...cardAnswers(facts, finding, chart),
    weight: isHeavy(finding) ? weight : weight - unshown,
  }
}

/** What is not clear of many voxels is what the model cannot do; that all of them are clear is not. */
const isHeavy = ({ kind, isShown }: RunFinding): boolean =>
  kind === 'overall' || (kind === 'unclear' ? !isShown : isShown)
