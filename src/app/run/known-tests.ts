import { isJsonObject, type Json, type JsonObject } from '../../engine/base/json.ts'
import { read } from '../../engine/base/schema.ts'
import { deviceTestSchema } from '../../engine/protocol/device-test.ts'
import type { DeviceTestState } from '../state/state.ts'

/** The end of a device test. */
export type DeviceOutcome = Extract<DeviceTestState, { readonly status: 'passed' | 'wrong' | 'untested' }>

const place = 'voxelwise:device-tests'

/** Most results that outlive the page. */
const most = 50

/**
 * Results of device tests by what they depend on (`deviceTestKey`). Only those that passed outlive the page: a driver
 * may be corrected without the browser reporting it.
 */
export class KnownTests {
  readonly #known = new Map<string, DeviceOutcome>()

  get(key: string): DeviceOutcome | null {
    return this.#known.get(key) ?? passedBefore(key)
  }

  set(key: string, outcome: DeviceOutcome): void {
    this.#known.set(key, outcome)
    if (outcome.status !== 'passed') return
    const others = Object.entries(stored()).filter(([other]) => other !== key)
    const kept = [...others, [key, outcome.test] as const].slice(-most)
    try {
      localStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)))
    } catch {
      // Storage refused or full: it is tested again in the next visit.
    }
  }
}

function passedBefore(key: string): DeviceOutcome | null {
  try {
    return { status: 'passed', test: read(deviceTestSchema, stored()[key], '') }
  } catch {
    return null
  }
}

function stored(): JsonObject {
  try {
    const found: Json = JSON.parse(localStorage.getItem(place) ?? '{}')
    return isJsonObject(found) ? found : {}
  } catch {
    // Storage refused or spoilt: nothing is known.
    return {}
  }
}
