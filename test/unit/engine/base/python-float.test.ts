import { expect, test } from 'vitest'
import { floatRepr } from '../../../../src/engine/base/python.ts'
import { parseFloatPython, roundToHundredths } from '../../../../src/engine/base/python-float.ts'
import { judgesGolden } from '../../support/judges-golden.ts'

const { floats, rounded: roundings } = judgesGolden.text

test("numbers are read as by Python's float()", () => {
  for (const [text, repr] of floats) {
    const value = parseFloatPython(text)
    expect(value === null ? null : floatRepr(value), text).toBe(repr)
  }
})

test("numbers are rounded as by Python's round()", () => {
  for (const [value, rounded] of roundings) expect(roundToHundredths(value), `${value}`).toBe(rounded)
})
