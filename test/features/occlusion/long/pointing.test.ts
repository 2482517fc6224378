/**
 * What the demo's model depends on, where that is known: the phantom's generator drew exactly one finding, the model affirms it, and
 * covering it in the pixels changes the answer.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@voxelwise/python'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Occlusion } from '../../../../src/engine/protocol/occlusion.ts'
import { removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { script } from '../../../unit/support/command.ts'

const cube = 'public/datasets/phantom-cube'
const boxes: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync('test/golden/phantom-lesions.json', 'utf8'),
)
const tasks = ['Abnormity Diagnosis', 'Disease Diagnosis', 'Severity Grading']

let parent: string
beforeAll(() => {
  parent = temporaryFolder('pointing')
})
afterAll(() => removeFolder(parent))

/** The demo's questions about the finding of an image that has exactly one, with its box. */
function markedCube(): string {
  const out = join(parent, 'cube')
  cpSync(cube, out, { recursive: true })
  for (const folder of readdirSync(out, { withFileTypes: true }).filter(entry => entry.isDirectory())) {
    const file = join(out, folder.name, 'test.json')
    const asked: readonly JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
    const kept = asked.flatMap(fields => {
      const box = boxes[`${folder.name}/${fields.image_path}`]
      const isAboutIt = tasks.includes(`${fields.task}`) || fields.gt_answer === 'Lesion'
      return box !== undefined && isAboutIt ? [{ ...fields, box }] : []
    })
    writeFileSync(file, JSON.stringify(kept))
  }
  return out
}

interface Answer {
  readonly sample: number | { readonly index: number; readonly fields: JsonObject }
  readonly parsed?: string
  readonly correct?: boolean
  readonly occlusion?: Occlusion
}
interface RunJson {
  readonly records: readonly (Answer & {
    readonly sample: { readonly index: number; readonly fields: JsonObject }
  })[]
  readonly passes: readonly {
    readonly run: { readonly probe: { readonly kind: string } }
    readonly records: readonly Answer[]
  }[]
  readonly occlusion?: {
    readonly checks: { readonly borne_out: boolean; readonly correlation: number }
    readonly slices: readonly { readonly region?: RegionJson }[]
  }
}
interface RegionJson {
  readonly pointing: { readonly n: number; readonly value: number }
}

async function evaluated(dataset: string, name: string, ...more: readonly string[]): Promise<RunJson> {
  const out = join(parent, name)
  const { code, stderr } = await script('evaluate')(
    ...['--dataset', dataset, '--model', 'demo', '--out', out, '--device', 'wasm', '--dtype', 'fp32'],
    ...['--scoring', 'choices', '--order', 'dataset', ...more],
  )
  expect(code, stderr).toBe(0)
  return JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))
}

/** Questions of a pass. If they are at most thirty, all of its records get a map of the pixels. */
const together = 20

test('the map of the tokens does not point to the finding that the answers depend on, and its check rejects it', async () => {
  const dataset = markedCube()
  const { records, passes } = await evaluated(dataset, 'covered', '--probes', 'region')
  const covered = new Map(
    passes.find(({ run }) => run.probe.kind === 'region')?.records.map(one => [one.sample, one.parsed]),
  )
  const dependent = records.filter(({ sample: { index, fields }, parsed, correct }) => {
    const isAffirmed = correct && !/^(no\b|absent)/i.test(`${fields.gt_answer}`)
    const other = covered.get(index)
    return isAffirmed && other !== undefined && other !== parsed
  })
  expect(dependent.length).toBeGreaterThan(50)

  const maps: Answer[] = []
  let hits = 0
  let n = 0
  for (let first = 0; first < dependent.length; first += together) {
    const asked = dependent.slice(first, first + together)
    const ids = join(parent, `ids-${first}.json`)
    writeFileSync(ids, JSON.stringify(asked.map(({ sample }) => sample.fields.id)))
    const run = await evaluated(dataset, `maps-${first}`, '--ids', ids, '--probes', 'occlusion-map')
    maps.push(...(run.passes[0]?.records ?? []))
    const { checks, slices } = run.occlusion ?? { slices: [] }
    // Its own check rejects the map of the tokens.
    expect(checks?.borne_out).toBe(false)
    expect(checks?.correlation).toBeLessThan(0.5)
    const { pointing } = slices[0]?.region ?? {}
    n += pointing?.n ?? 0
    hits += (pointing?.n ?? 0) * (pointing?.value ?? 0)
  }
  expect(n).toBe(dependent.length)
  // Three in four, where two in three would be hits by chance.
  expect(hits / n).toBeLessThan(0.85)

  // Each token was trained to hold one label of the image: the sixth that of the marked structure, wherever it lies.
  const marked = new Set(
    dependent
      .filter(({ sample }) => sample.fields.task === 'ROI Grounding')
      .map(({ sample }) => sample.index),
  )
  expect(marked.size).toBeGreaterThan(5)
  for (const { sample, occlusion } of maps) {
    if (!marked.has(Number(sample)) || !occlusion) continue
    const { drops } = occlusion.tokens
    expect(drops.indexOf(Math.max(...drops)), `question ${sample}`).toBe(5)
  }
})
