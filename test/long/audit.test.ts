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
  readonly figures: readonly { readonly metric: string; readonly value: number }[]
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
    const { audit } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
    const slices: readonly Slice[] = audit.slices
    const [whole] = slices
    expect(whole?.verdict).toBe(name === 'demo' ? 'uses' : 'ignores')
    const wrong = name === 'demo' ? 'ignores' : 'uses'
    expect(slices.filter(({ verdict }) => verdict === wrong)).toEqual([])
    const changes = ['image-sensitivity', 'blank-change', 'ofr', 'vrs']
    for (const { metric, value } of whole?.figures ?? [])
      if (changes.includes(metric)) expect(value === 0, metric).toBe(name === 'blind')
  },
)
