/** Letters of one precision in the page and in Node, against those of PyTorch in 32 bits. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readRunText } from '../../unit/support/read-run.ts'
import type { AgainstPyTorch, LettersFigures } from './figures.ts'
import type { Exported, Prepared } from './prepare.ts'

export interface LettersOptions extends Prepared {
  readonly dataset: string
  /** Where runs and PyTorch's answers are kept. */
  readonly work: string
  readonly dtype: Exported
  readonly questions: number
}

const runtimes = { page: ['--device', 'wasm'], node: ['--runtime', 'node'] } as const
type Runtime = keyof typeof runtimes

export async function measureLetters(options: LettersOptions): Promise<LettersFigures> {
  const { python, checkpoint, dataset, work, questions } = options
  const files = { page: evaluate(options, 'page'), node: evaluate(options, 'node') }
  const reference = join(work, `pytorch-${basename(dataset)}.json`)
  const compare = ['tools/export/compare_run.py', checkpoint, dataset, files.page, files.node]
  const said = execFileSync(python, [...compare, '--reference', reference], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [page, node] = said
    .trim()
    .split('\n')
    .map((line): AgainstPyTorch => JSON.parse(line))
  if (!page || !node) throw new Error(`compare_run.py printed: ${said}`)
  const [inPage, inNode] = await Promise.all([letters(files.page), letters(files.node)])
  for (const found of [inPage, inNode])
    if (found.size !== questions) throw new Error(`Of ${questions} questions ${found.size} were answered.`)
  const agreed = [...inPage].filter(([index, letter]) => inNode.get(index) === letter).length
  return { questions, page: figures(page), node: figures(node), agreed }
}

/** @returns the run.json */
function evaluate({ dataset, model, work, dtype, questions }: LettersOptions, runtime: Runtime): string {
  const out = join(work, `${runtime}-${dtype}`)
  rmSync(out, { recursive: true, force: true })
  const what = ['--dataset', dataset, '--model', model, '--dtype', dtype, ...runtimes[runtime]]
  const how = ['--scoring', 'choices', '--limit', String(questions), '--out', out]
  execFileSync('npx', ['tsx', 'src/cli/commands/evaluate.ts', ...what, ...how], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(out, 'run.json')
}

/** The most probable option of each question. */
async function letters(file: string): Promise<ReadonlyMap<number, string>> {
  const { records } = await readRunText(readFileSync(file, 'utf8'))
  return new Map(
    records.flatMap(record => {
      const choices = record.status === 'answered' ? record.score?.choices : undefined
      const [best] = [...(choices ?? [])].sort((a, b) => b.logprob - a.logprob)
      return best ? [[record.sample.index, best.letter] as const] : []
    }),
  )
}

const figures = ({ lettersChanged, largest }: AgainstPyTorch): AgainstPyTorch => ({ lettersChanged, largest })
