import { expect, test } from 'vitest'
import { listProbes, parseProbes } from '../../../../src/engine/probes/list.ts'
import {
  allProbes,
  corruptedImage,
  interventions,
  optionOrders,
} from '../../../../src/engine/probes/passes.ts'
import { medicalCorruptions } from '../../../../src/engine/protocol/probe.ts'
import { blankImage, swappedImage } from '../../support/some-probes.ts'

test('passes are named in a list, each made once', () => {
  expect(parseProbes('option-order')).toEqual(optionOrders)
  expect(parseProbes('wrong-image, blank-image,wrong-image')).toEqual([swappedImage, blankImage])
  expect(parseProbes('noise:2,blur:4-5')).toEqual([
    corruptedImage('noise', 2),
    corruptedImage('blur', 4),
    corruptedImage('blur', 5),
  ])
  expect(parseProbes('low-resolution')).toHaveLength(5)
  const fillings = interventions.filter(({ isVariant }) => isVariant).flatMap(({ probes }) => probes)
  expect(parseProbes('blank-image,all')).toHaveLength(
    allProbes.length - 5 * medicalCorruptions.length - fillings.length,
  )
})

test.each([
  ...['', 'fog', 'undefined:3', 'constructor', 'noise:6', 'noise:3-2', 'noise:', 'blank-image:2'],
  ...['option-order,', 'noise:1-3-5'],
])('an unknown pass is reported: "%s"', list => {
  expect(parseProbes(list)).toEqual({ unknown: list.split(',').at(-1) })
})

test('a list is written as it was read', () => {
  const probes = [...optionOrders, blankImage, swappedImage, corruptedImage('low-resolution', 3)]
  expect(listProbes(probes)).toBe('option-order,blank-image,wrong-image,low-resolution:3')
  expect(parseProbes(listProbes(probes))).toEqual(probes)
})
