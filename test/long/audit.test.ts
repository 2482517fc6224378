/** The audit of the demo's model, and of the same model made blind. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { script } from '../unit/support/command.ts'

let parent: string
beforeAll(() => {
  parent = temporaryFolder('audit')
})
afterAll(() => removeFolder(parent))

const evaluate = script('evaluate')

/** Pixels divided by so much are all the same. */
function madeBlind(): string {
  const folder = join(parent, 'blind')
  cpSync('public/models/phantom-vlm', folder, { recursive: true })
  const path = join(folder, 'preprocessor_config.json')
  const settings = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...settings, image_std: [1e9, 1e9, 1e9] }))
  return folder
}

interface Slice {
  readonly slice: Readonly<Record<string, string>>
  readonly verdict: string
  readonly figures: readonly {
    readonly metric: string
    readonly value: number
    readonly low?: number
    readonly high?: number
  }[]
}

interface Answer {
  readonly sample: number | { readonly index: number }
  readonly correct: boolean
}
interface PassJson {
  readonly run: { readonly probe: { readonly kind: string } }
  readonly records: readonly Answer[]
}

const indexOf = ({ sample }: Answer): number => (typeof sample === 'number' ? sample : sample.index)
const accuracyOf = (answers: readonly Answer[]): number =>
  answers.filter(({ correct }) => correct).length / answers.length

/** Images of the same answer keep the accuracy; images of another answer are answered as accurately as the questions' own. */
function expectFollowed(own: readonly Answer[], passes: readonly PassJson[], whole: Slice | undefined): void {
  const answersIn = (kind: string) => passes.find(({ run }) => run.probe.kind === kind)?.records ?? []
  const ownAccuracy = (of: readonly Answer[]): number => {
    const asked = new Set(of.map(indexOf))
    return accuracyOf(own.filter(answer => asked.has(indexOf(answer))))
  }
  const [same, opposite] = [answersIn('same-label'), answersIn('opposite-label')]
  expect(Math.abs(accuracyOf(same) - ownAccuracy(same))).toBeLessThan(0.05)
  const followed = whole?.figures.find(({ metric }) => metric === 'swapped-accuracy')
  expect(followed?.low).toBeLessThan(ownAccuracy(opposite))
  expect(followed?.high).toBeGreaterThan(ownAccuracy(opposite))
}

test.each(['demo', 'blind'] as const)(
  'a model that sees uses the image, a blind one ignores it: %s',
  async name => {
    const out = join(parent, `of-${name}`)
    const { code } = await evaluate(
      ...['--dataset', 'demo', '--model', name === 'demo' ? 'demo' : madeBlind(), '--out', out, '--audit'],
      ...['--device', 'wasm', '--dtype', 'fp32', '--scoring', 'choices'],
    )
    expect(code).toBe(0)
    const { audit, records, passes } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
    const slices: readonly Slice[] = audit.slices
    const [whole] = slices
    expect(whole?.verdict).toBe(name === 'demo' ? 'uses' : 'ignores')
    const wrong = name === 'demo' ? 'ignores' : 'uses'
    expect(slices.filter(({ verdict }) => verdict === wrong)).toEqual([])
    const changes = ['image-sensitivity', 'blank-change', 'ofr', 'vrs']
    for (const { metric, value } of whole?.figures ?? [])
      if (changes.includes(metric)) expect(value === 0, metric).toBe(name === 'blind')
    if (name === 'demo') expectFollowed(records, passes, whole)
  },
)
