import { expect, test } from 'vitest'
import { type Admission, admit } from '../../../../src/data/formats/admit.ts'
import { packItems, unpackItems } from '../../../../src/data/formats/packed-items.ts'
import { type Json, parseJson } from '../../../../src/engine/base/json.ts'
import { Texts } from '../../../../src/engine/base/texts.ts'
import { medrcubeItem } from '../../support/medrcube-item.ts'
import { Random } from '../../support/random.ts'

const sent = (items: readonly Admission[]) => unpackItems(structuredClone(packItems(items)), new Texts())

const values = ['""', '"a"', '"\\ud800"', '1', '"1"', '1.0', '-0', '1e400', 'NaN', 'null', 'true', 'false']
const nested = ['[]', '{}', '[1, "a", {"__proto__": [null]}]', '{"$number": "1"}', '{"b": 1.0, "a": "b"}']
const keys = [
  'id',
  'question',
  'option_A',
  'image_path',
  '__proto__',
  '$number',
  '7',
  'constructor',
  'e\u0301',
]

test('items are the same at the other end, to the order of their keys, whatever they hold', () => {
  const random = new Random(15)
  for (let round = 0; round < 300; round++) {
    const item = (): string => {
      if (random.below(12) === 0) return random.pick([...values, ...nested])
      const own = { ...medrcubeItem, ...(random.below(2) === 0 && { image_path: random.pick(paths) }) }
      const whole = random.below(3) > 0 ? Object.entries(own) : []
      const fields = whole.map(([key, value]) => [key, JSON.stringify(value)] as const)
      for (let i = random.below(4); i > 0; i--)
        fields.push([random.pick(keys), random.pick([...values, ...nested])])
      return `{${fields.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join()}}`
    }
    const text = `[${Array.from({ length: random.below(20) }, item).join()}]`
    const read = (): Admission[] =>
      (parseJson(text) as readonly Json[]).map(one =>
        admit(one, { root: 'r', folder: 'r/f', images: new Texts() }),
      )
    const items = read()
    const got = sent(items)
    expect(got, text).toEqual(read())
    expect(got.map(({ fields }) => Object.keys(fields))).toEqual(
      read().map(({ fields }) => Object.keys(fields)),
    )
    // What comes in place of a prototype is no field.
    for (const { fields } of got) expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  }
})

const paths = ['x.png', '../x.png', '../../out.png', '/etc/x.png', '']

test('each text is told once', () => {
  const items = Array.from({ length: 100 }, (_, i) =>
    admit(
      { ...medrcubeItem, id: `${i}`, image_path: 'x.png' },
      { root: 'r', folder: 'r', images: new Texts() },
    ),
  )
  const { shapes, values, odd } = packItems(items)
  expect(shapes).toHaveLength(1)
  expect(values).toHaveLength(100 + new Set(Object.values(medrcubeItem).slice(1)).size + 1)
  expect(odd.size).toBe(0)
})
