import { expect, test } from 'vitest'
import { judgesGolden } from '../../../test/unit/support/judges-golden.ts'
import { parseFloatPython, roundToHundredths } from '../src/floats.ts'
import { floatRepr } from '../src/values.ts'

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
