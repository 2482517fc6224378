import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { families, findFamily, unsupportedFamilies } from '../../../../src/engine/families/registry.ts'

const source = readFileSync('node_modules/@huggingface/transformers/src/models/registry.js', 'utf8')
const list = /MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES = new Map\(\[(.*?)\]\);/s.exec(source)?.[1] ?? ''
const listed = [...list.matchAll(/\['(\w+)', '(\w+)'\]/g)]

test("every family of transformers.js' registry is run or refused with a reason", () => {
  expect(listed.length).toBeGreaterThan(20)
  const listedTypes = listed.map(([, type = '']) => type)
  const run = families.flatMap(({ modelTypes }) => modelTypes).filter(type => listedTypes.includes(type))
  expect([...run, ...Object.keys(unsupportedFamilies)].sort()).toEqual(listedTypes.sort())
  // A family that is not listed runs by the class of another.
  const classes = listed.map(([, , name]) => name)
  for (const { modelClass } of families) expect(classes).toContain(modelClass)
})

test('a family is refused by name', () => {
  expect(() => findFamily('vision-unheard-of')).toThrow(/"vision-unheard-of" is not supported/)
})
