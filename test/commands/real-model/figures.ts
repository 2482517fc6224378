/** What `npm run real-model` measured, and the one table of it. Figures of each step are kept in a file and replaced by a later run's. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FirstAnswerResult } from '../../../bench/command/first-answer.ts'
import { load } from '../../../bench/command/machine.ts'
import type { Spread } from '../../../bench/command/spread.ts'
import { ms, table } from '../../../bench/command/text-table.ts'

/** Letters of one precision against those of PyTorch in 32 bits. */
export interface LettersFigures {
  readonly questions: number
  readonly page: AgainstPyTorch
  readonly node: AgainstPyTorch
  /** Questions to which page and Node give the same letter. */
  readonly agreed: number
}

/** As tools/export/compare_run.py prints it. */
export interface AgainstPyTorch {
  readonly lettersChanged: number
  /** Largest difference of an option's log-probability. */
  readonly largest: number
}

/** What a run that was paused again and again left on disk. */
export interface DiskFigures {
  readonly pauses: number
  /** Answers shown and records stored at the last pause; at no pause were fewer stored than shown. */
  readonly shown: number
  readonly stored: number
  /** Milliseconds from the press of Pause until the page shows that it is paused. */
  readonly latency: Spread
}

export interface KillFigures {
  readonly kills: number
  /** Stored at the end; a lost one ends the command. */
  readonly records: number
}

/** Most that was held, in MB. */
export interface MemoryFigures {
  readonly page: number | null
  readonly browser: number | null
}

/** Milliseconds a question, of rounds in which all three are asked in turn. */
export interface SpeedFigures {
  readonly rounds: number
  readonly page: Spread
  readonly node: Spread
  readonly pytorch: Spread
  /** PyTorch's time divided by ours, round by round. */
  readonly overPage: Spread
  readonly overNode: Spread
  /** Pictures of which Node and PyTorch wrote the same texts, and all of them. */
  readonly same: number
  readonly pictures: number
}

type FirstFigures = Pick<FirstAnswerResult, 'at_once' | 'after_waiting' | 'waited_ms'>

/** A step's figures by what varies in it: precision, or questions an image. */
type By<T> = Readonly<Record<string, Measured<T>>>

export type Measured<T> = T & {
  /** When, and with what load of the machine. */
  readonly when: string
}

export interface Figures {
  readonly letters?: By<LettersFigures>
  readonly disk?: Measured<DiskFigures>
  readonly kills?: Measured<KillFigures>
  readonly memory?: By<MemoryFigures>
  readonly first?: Measured<FirstFigures>
  readonly speed?: By<SpeedFigures>
}

export function measured<T>(figures: T): Measured<T> {
  return { ...figures, when: `${new Date().toISOString().slice(0, 16).replace('T', ' ')}, load ${load()}` }
}

/** Figures in a file, written again after every step. */
export class FiguresFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  read(): Figures {
    return existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : {}
  }

  set(figures: Figures): void {
    writeFileSync(this.#path, `${JSON.stringify({ ...this.read(), ...figures }, null, 2)}\n`)
  }

  add<K extends 'letters' | 'memory' | 'speed'>(
    step: K,
    key: string,
    figures: NonNullable<Figures[K]>[string],
  ): void {
    this.set({ [step]: { ...this.read()[step], [key]: figures } })
  }
}

const columns = ['', 'page', 'Node', 'PyTorch', 'measured (UTC)'] as const

/** Markdown. Rows of steps that were not measured are left out. */
export function realModelTable(figures: Figures): string {
  const { letters = {}, disk, kills, memory = {}, first, speed = {} } = figures
  const rows: string[][] = []
  for (const [dtype, { questions, page, node, agreed, when }] of Object.entries(letters)) {
    const cell = ({ lettersChanged, largest }: AgainstPyTorch) =>
      `${questions - lettersChanged} of ${questions} (${largest})`
    const what = `${dtype}: letters as PyTorch’s (largest difference of a log-probability)`
    rows.push([what, cell(page), cell(node), '32 bits', when])
    rows.push([`${dtype}: letters on which page and Node agree`, `${agreed} of ${questions}`, '', '', when])
  }
  if (disk) {
    rows.push([
      `records on disk of answers shown, after ${disk.pauses} pauses`,
      `${disk.stored} of ${disk.shown}`,
      '',
      '',
      disk.when,
    ])
    rows.push(['from Pause to a run that is paused, ms', range(disk.latency), '', '', disk.when])
  }
  if (kills) {
    const what = `${kills.kills} kills: records lost, doubled or changed`
    rows.push([what, `0 of ${kills.records}`, '', '', kills.when])
  }
  for (const [dtype, { page, browser, when }] of Object.entries(memory)) {
    const what = `${dtype}: most memory of the whole browser (of the page’s process), MB`
    rows.push([what, `${browser ?? 'unknown'} (${page ?? 'unknown'})`, '', '', when])
  }
  if (first) {
    const waited = `${first.waited_ms / 1000} s after the choice of the model`
    rows.push(['to the first answer, Run pressed at once, ms', range(first.at_once), '', '', first.when])
    rows.push([
      `to the first answer, Run pressed ${waited}, ms`,
      range(first.after_waiting),
      '',
      '',
      first.when,
    ])
  }
  for (const [each, found] of Object.entries(speed)) {
    const { page, node, pytorch, overPage, overNode, when } = found
    const [a, b, c] = [page, node, pytorch].map(range)
    rows.push([
      `ms a question, ${each} an image: median of ${found.rounds} (smallest to largest)`,
      a ?? '',
      b ?? '',
      c ?? '',
      when,
    ])
    rows.push([
      `PyTorch’s time divided by ours, ${each} an image`,
      ratio(overPage),
      ratio(overNode),
      '',
      when,
    ])
    rows.push([
      `same texts as PyTorch’s, ${each} an image`,
      '',
      `${found.same} of ${found.pictures}`,
      '',
      when,
    ])
  }
  return table(columns, rows)
}

const range = ({ median, min, max }: Spread): string => `${ms(median)} (${ms(min)} to ${ms(max)})`

const ratio = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`
