/** Every number of every family's settings, replaced by what no published file says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goldenFamilies } from '../../../../src/cli/base/family-goldens.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { maxTokens, maxValues } from '../../../../src/engine/families/bounds.ts'
import type { ModelConfigs } from '../../../../src/engine/families/family.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { checkSettings } from '../../../../src/engine/model/check-settings.ts'
import { prepareImage } from '../../../../src/engine/runtime/prepare.ts'
import { processorTime } from '../../support/processor-time.ts'
import { drawSome } from '../../support/rounds.ts'

const root = 'test/golden/families'
const hostile = [0, -1, 1.5, 1e9, 9e15, 'NaN'] as const

type Path = readonly (string | number)[]

const files = {
  config: 'config.json',
  imageProcessor: 'preprocessor_config.json',
  processor: 'processor_config.json',
  generation: 'generation_config.json',
} as const

function readConfigs(family: string): ModelConfigs {
  const read = (file: string) => JSON.parse(readFileSync(join(root, family, file), 'utf8'))
  return Object.fromEntries(Object.entries(files).map(([part, file]) => [part, read(file)])) as never
}

function numberPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    numberPaths(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The same object, which writes into `seen` the path of all that is read of it. */
function watched<T extends object>(value: T, seen: Set<string>, path: Path = []): T {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol') return inner
      seen.add([...path, key].join('.'))
      return typeof inner === 'object' && inner !== null ? watched(inner, seen, [...path, key]) : inner
    },
  })
}

function withValue(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value)) return value.with(Number(key), withValue(value[Number(key)], rest, put))
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [key]: withValue(fields[key], rest, put) }
}

const picture = (width: number, height: number) =>
  ({ width, height, channels: 3, data: new Uint8Array(3 * width * height) }) as const
const pictures = [picture(40, 30), picture(300, 30)]

/** What came of it: the error's own data, or null where images were prepared within bounds. */
function outcome(configs: ModelConfigs) {
  const family = findFamily(String(configs.config.model_type))
  try {
    checkSettings(family, configs)
    for (const image of pictures) {
      const { tensors, tokens } = prepareImage(family, configs, image, 'picture', 1)
      const values = Object.values(tensors).reduce((sum, { data }) => sum + data.length, 0)
      expect(values).toBeLessThanOrEqual(2 * maxValues)
      expect(tokens.length).toBeLessThanOrEqual(40 * maxTokens)
    }
    return null
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
    throw error
  }
}

test.each([
  ['qwen2_vl', ['imageProcessor', 'size', 'shortest_edge'], 1e8, 'size: shortest_edge'],
  ['qwen2_vl', ['imageProcessor', 'min_pixels'], 1e9, 'min_pixels'],
  ['glm_ocr', ['imageProcessor', 'size', 'shortest_edge'], 1e9, 'size: shortest_edge'],
  [
    'llava_onevision',
    ['imageProcessor', 'image_grid_pinpoints'],
    [[9e15, 9e15]],
    'image_grid_pinpoints: height',
  ],
  ['llava_onevision', ['imageProcessor', 'image_grid_pinpoints'], [[32, 32 * 300]], 'image_grid_pinpoints'],
] as const)('%s: %j = %j is refused by name', (family, path, put, subject) => {
  expect(outcome(withValue(readConfigs(family), path, put) as ModelConfigs)).toMatchObject({
    code: 'model-config',
    subject: `preprocessor_config.json: ${subject}`,
  })
})

test.each(goldenFamilies(root))('%s', { timeout: 60_000 }, name => {
  const configs = readConfigs(name)
  const read = new Set<string>()
  expect(outcome(watched(configs, read))).toBeNull()
  const paths = numberPaths(configs).filter(path => read.has(path.join('.')))
  expect(paths.length).toBeGreaterThan(5)
  const cases = paths.flatMap(path => hostile.map(put => [path, put] as const))
  for (const [path, put] of drawSome(cases, 8)) {
    const told = `${path.join('.')} = ${JSON.stringify(put)}`
    const began = processorTime()
    let found: ReturnType<typeof outcome>
    try {
      found = outcome(withValue(configs, path, put) as ModelConfigs)
    } catch (cause) {
      throw new Error(`${told}: ${cause instanceof Error ? cause.stack : String(cause)}`)
    }
    expect(processorTime() - began, told).toBeLessThan(5000)
    if (found)
      expect([found.code, /\.json|picture/.test(found.subject)], told).toEqual([
        expect.stringMatching(/model-config|image-too-large/),
        true,
      ])
  }
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(2 ** 29)
})
