import { describe, expect, test } from 'vitest'
import { isFinal } from '../../../src/engine/base/errors.ts'
import { faultError, type ServerFault, waitAfter } from '../../../src/features/servers/engine/faults.ts'

const status = (code: number, retryAfter: number | null = null): ServerFault => ({
  kind: 'status',
  status: code,
  said: '',
  retryAfter,
})
const cut: ServerFault = { kind: 'connection', detail: 'cut' }
const late: ServerFault = { kind: 'timeout', seconds: 9 }

describe('whether and when it is asked again', () => {
  test('doubles its wait, and gives up', () => {
    const faults: ServerFault[] = []
    const waits: (number | null)[] = []
    for (let i = 0; i < 5; i++) {
      faults.push(cut)
      waits.push(waitAfter(faults))
    }
    expect(waits).toEqual([0.5, 1, 2, 4, null])
  })

  test.each([408, 425, 429, 500, 502, 503])('after status %i', code => {
    expect(waitAfter([status(code)])).toBe(0.5)
  })

  test.each([400, 401, 403, 404, 413, 422, 501])('never after status %i', code => {
    expect(waitAfter([status(code)])).toBeNull()
  })

  test('when the server says, within reason, and never sooner than by default', () => {
    expect(waitAfter([status(429, 7)])).toBe(7)
    expect(waitAfter([status(429, 86_400)])).toBe(60)
    expect(waitAfter([cut, cut, status(429, 1)])).toBe(2)
  })

  test('once after a timeout: twice would be three times the user’s limit', () => {
    expect(waitAfter([late])).toBe(0.5)
    expect(waitAfter([late, late])).toBeNull()
    expect(waitAfter([late, cut, late])).toBeNull()
  })

  test('after an answer that cannot be read', () => {
    expect(waitAfter([{ kind: 'reply', detail: 'no JSON' }])).toBe(0.5)
  })
})

describe('its final fault', () => {
  test.each([
    [cut, 'server-unreachable', true],
    [status(401), 'server-refused', true],
    [status(404), 'server-refused', true],
    [status(400), 'server-reply', false],
    [status(500), 'server-reply', false],
    [late, 'inference-timeout', false],
    [{ kind: 'reply', detail: 'no JSON' } as const, 'server-reply', false],
  ])('%j is %s', (fault, code, ends) => {
    const { info } = faultError(fault, 'http://127.0.0.1:1', 2)
    expect(info).toMatchObject({ code, subject: 'http://127.0.0.1:1' })
    expect(isFinal(info.code)).toBe(ends)
  })

  test('has the server’s own words', () => {
    const said = { ...status(400), said: 'exceed_context_size_error' } as ServerFault
    expect(faultError(said, 'x', 1).info.message).toBe(
      'The server refused this question: status 400, “exceed_context_size_error”.',
    )
  })
})
