/** The audit of the demo's model, and of the same model made blind. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@voxelwise/python'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blindModel } from '../../../browser/harness/blind-model.ts'
import { demoDataset } from '../../../browser/harness/folders.ts'
import { removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { script } from '../../../unit/support/command.ts'

let parent: string
let blind: string
beforeAll(() => {
  parent = temporaryFolder('audit')
  blind = blindModel(parent)
})
afterAll(() => removeFolder(parent))

const models = ['demo', 'blind'] as const
type Model = (typeof models)[number]

async function audited(model: Model, dataset: string, name: string, ...more: readonly string[]) {
  const out = join(parent, name)
  const { code, stderr } = await script('evaluate', 900_000)(
    ...['--dataset', dataset, '--model', model === 'demo' ? 'demo' : blind, '--out', out],
    ...['--device', 'wasm', '--dtype', 'fp32', '--scoring', 'choices', ...more],
  )
  expect(code, stderr).toBe(0)
  const { audit, records, passes } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
  return { slices: audit.slices as readonly Slice[], records, passes }
}

interface Slice {
  readonly slice: Readonly<Record<string, string>>
  readonly n: number
  readonly clusters: number
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

const sampleIndex = ({ sample }: Answer): number => (typeof sample === 'number' ? sample : sample.index)
const shareCorrect = (answers: readonly Answer[]): number =>
  answers.filter(({ correct }) => correct).length / answers.length

/** Images of the same answer keep the accuracy; images of another answer are answered as accurately as the questions' own. */
function expectFollowed(own: readonly Answer[], passes: readonly PassJson[], whole: Slice | undefined): void {
  const answersIn = (kind: string) => passes.find(({ run }) => run.probe.kind === kind)?.records ?? []
  const ownAccuracy = (of: readonly Answer[]): number => {
    const asked = new Set(of.map(sampleIndex))
    return shareCorrect(own.filter(answer => asked.has(sampleIndex(answer))))
  }
  const [same, opposite] = [answersIn('same-label'), answersIn('opposite-label')]
  expect(Math.abs(shareCorrect(same) - ownAccuracy(same))).toBeLessThan(0.05)
  const followed = whole?.figures.find(({ metric }) => metric === 'swapped-accuracy')
  expect(followed?.low).toBeLessThan(ownAccuracy(opposite))
  expect(followed?.high).toBeGreaterThan(ownAccuracy(opposite))
}

test.each(models)('a model that sees uses the image, a blind one ignores it: %s', async name => {
  const { slices, records, passes } = await audited(name, 'demo', `of-${name}`, '--audit')
  const [whole] = slices
  expect(whole?.verdict).toBe(name === 'demo' ? 'uses' : 'ignores')
  const wrong = name === 'demo' ? 'ignores' : 'uses'
  expect(slices.filter(({ verdict }) => verdict === wrong)).toEqual([])
  const changes = ['image-sensitivity', 'blank-change', 'ofr', 'vrs']
  for (const { metric, value } of whole?.figures ?? [])
    if (changes.includes(metric)) expect(value === 0, metric).toBe(name === 'blind')
  if (name === 'demo') expectFollowed(records, passes, whole)
})

const diagnosis = ['Abnormity Diagnosis', 'Disease Diagnosis', 'Severity Grading']
const withX = ['CT', 'X-ray']

/**
 * The demo's images and questions in four voxels: none of its own has enough questions for a verdict. All 260 images are needed:
 * to ignore them must be shown on the questions that a blind model has right, which are two in five.
 */
function pooledDemo(): string {
  const out = join(parent, 'pooled')
  cpSync(demoDataset, out, { recursive: true })
  for (const folder of readdirSync(out, { withFileTypes: true }).filter(entry => entry.isDirectory())) {
    const file = join(out, folder.name, 'test.json')
    const asked: readonly JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
    const pooled = asked.map(fields => ({
      ...fields,
      task: diagnosis.includes(`${fields.task}`) ? 'Disease Diagnosis' : 'Organ Recognition',
      modality: withX.includes(`${fields.modality}`) ? 'CT or X-ray' : 'MRI or ultrasound',
      parts: 'Body',
    }))
    writeFileSync(file, JSON.stringify(pooled))
  }
  return out
}

test.each(models)(
  'in voxels that are large enough, the blind model ignores the image in each, the bundled one in none: %s',
  async name => {
    const passes = 'wrong-image,blank-image,opposite-label,same-label'
    const { slices } = await audited(name, pooledDemo(), `pooled-${name}`, '--probes', passes)
    const voxels = slices.filter(({ slice }) => slice.region !== undefined)
    expect(voxels.map(({ n, clusters }) => [n, clusters])).toEqual([
      [420, 140],
      [420, 140],
      [360, 120],
      [360, 120],
    ])
    const verdict = name === 'blind' ? 'ignores' : 'uses'
    expect(voxels.map(voxel => voxel.verdict)).toEqual(voxels.map(() => verdict))
  },
)
