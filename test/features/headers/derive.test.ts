import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeCodec } from '@voxelwise/pixels/node'
import { describe, expect, test } from 'vitest'
import { blankBy, headerSources } from '../../../src/data/questions/header-files.ts'
import { nodeSource } from '../../../src/data/sources/node.ts'
import { deriveQuestions, type HeaderCube } from '../../../src/features/headers/data/derive.ts'
import { cubeSummary, leftOutLine, questionLine } from '../../../src/features/headers/data/lines.ts'
import { loadHeaders } from '../../../src/features/headers/data/load.ts'
import { canBothBeTrue, type HeaderRule, ruleTexts } from '../../../src/features/headers/data/tables.ts'
import { sharedSet } from '../../unit/support/shared-folder.ts'

interface Truth {
  readonly sha256: string
  readonly reason?: string
  readonly patient?: number
  readonly frame?: number | null
  readonly modality?: string
  readonly region?: string
  readonly tasks?: Readonly<Record<string, string>>
  readonly left?: Readonly<Record<string, string>>
}

const folder = sharedSet('header-cube/set')

const derived = (seed: number): Promise<HeaderCube> =>
  headerSources(nodeSource(folder ?? '')).then(sources =>
    deriveQuestions(sources, {
      ...{ seed, keepUnmarked: false, codedRegions: false, labels: undefined, labelsOnSlices: false },
      isBlank: blankBy(nodeCodec),
    }),
  )

const writeCube = (cube: HeaderCube): string =>
  [
    ...cube.questions.map(question => questionLine(question, cube)),
    ...cube.excluded.map(leftOutLine),
    JSON.stringify(cubeSummary(cube)),
  ].join('\n')

describe.skipIf(folder === null)('the public header set', async () => {
  if (folder === null) return
  const truth: readonly Truth[] = readFileSync(join(dirname(folder), 'truth.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const cube = await derived(1)
  const asked = truth.filter(({ reason }) => reason === undefined)
  const caps = cube.excluded.filter(({ reason }) => reason === 'patient-cap' || reason === 'balance')
  const makeKey = (image: string, frame: number | null | undefined, rule: string, what: string): string =>
    `${image} ${frame} ${rule} ${what}`

  test('every file is asked about or left out for its reason', () => {
    const reasons = cube.excluded.filter(({ rule }) => rule === undefined)
    expect(reasons.map(({ image, reason }) => `${image} ${reason}`).sort()).toEqual(
      truth.flatMap(({ sha256, reason }) => (reason === undefined ? [] : `${sha256} ${reason}`)).sort(),
    )
  })

  test('every answer is the true one, and every other question is left out for its reason', () => {
    const capped = new Set(caps.map(({ image, frame, rule }) => `${image} ${frame} ${rule}`))
    const answers = asked.flatMap(({ sha256, frame, tasks = {} }) =>
      Object.entries(tasks).flatMap(([rule, answer]) =>
        capped.has(`${sha256} ${frame} ${rule}`) ? [] : makeKey(sha256, frame, rule, answer),
      ),
    )
    expect(
      cube.questions.map(({ image, frame, rule, answer }) => makeKey(image, frame, rule, answer)).sort(),
    ).toEqual(answers.sort())
    const left = asked.flatMap(({ sha256, frame, left = {} }) =>
      Object.entries(left).map(([rule, reason]) => makeKey(sha256, frame, rule, reason)),
    )
    const ours = cube.excluded.filter(one => one.rule !== undefined && !caps.includes(one))
    expect(
      ours.map(({ image, frame, rule, reason }) => makeKey(image, frame, rule ?? '', reason)).sort(),
    ).toEqual(left.sort())
  })

  test('modality, region and patient of each question are those of its file', () => {
    const groups = new Map<number, Set<string>>()
    for (const { image, modality, region, group } of cube.questions) {
      const file = asked.find(({ sha256 }) => sha256 === image)
      expect([modality, region]).toEqual([file?.modality, file?.region])
      groups.set(file?.patient ?? -1, (groups.get(file?.patient ?? -1) ?? new Set()).add(group))
    }
    expect([...groups.values()].every(({ size }) => size === 1)).toBe(true)
    expect(new Set([...groups.values()].flatMap(group => [...group])).size).toBe(groups.size)
  })

  test('options hold the right one once, no two that can both be true, and places are level', () => {
    const places = new Map<string, number[]>()
    for (const { rule, options, answer } of cube.questions) {
      expect(options.filter(option => option === answer)).toHaveLength(1)
      for (const [i, a] of options.entries())
        for (const b of options.slice(i + 1)) expect(canBothBeTrue(rule as HeaderRule, a, b)).toBe(false)
      expect(options).toHaveLength(ruleTexts[rule as HeaderRule].options)
      const counts = places.get(rule) ?? options.map(() => 0)
      const place = options.indexOf(answer)
      counts[place] = (counts[place] ?? 0) + 1
      places.set(rule, counts)
    }
    for (const counts of places.values())
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  })

  test('a blind guesser who knows the options gains nothing by them', () => {
    for (const { n, majority, chance, optionsOnly } of Object.values(cube.blind))
      if (n >= 50) expect(optionsOnly).toBeLessThanOrEqual(Math.max(majority, chance) + 0.15)
  })

  test('the same seed gives the same bytes, another seed does not', async () => {
    const text = writeCube(cube)
    expect(writeCube(await derived(1))).toBe(text)
    expect(writeCube(await derived(2))).not.toBe(text)
  })

  test('nothing that names a patient, a file or a maker is in a result, a sample or an error', async () => {
    const { loaded, source } = await loadHeaders(nodeSource(folder), { seed: 1 }, nodeCodec, {})
    const error = await source.open('missing').catch(thrown => String(thrown.info.subject + thrown.message))
    const all = [writeCube(cube), JSON.stringify(loaded), JSON.stringify(await source.list()), error].join(
      '\n',
    )
    expect(all).not.toMatch(/CANARY|SMITH|77777|19010203|\.IM\d/i)
    const [first] = loaded.samples
    expect((await source.open(first?.image?.split('/').at(1) ?? '')).size).toBeGreaterThan(0)
  })
})
