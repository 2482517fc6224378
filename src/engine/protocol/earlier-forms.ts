/**
 * Runs and records as earlier versions wrote them, in the present form. Files, journals and databases pass through here as they are
 * read or opened, so that all other code knows the present form only. A value that no version wrote stays as it is.
 */
import { isJsonObject, type Json, type JsonObject } from '@voxelwise/python'
import { firstProtocol } from './protocol-reference.ts'

/** The settings of runs from before there was a choice. */
const firstSettings: JsonObject = { protocol: { ...firstProtocol }, order: 'dataset', seed: 0 }

/** Whether a run began when its answers could be letters only. */
export const isFirstRun = (value: unknown): boolean =>
  isObject(value) && isObject(value.settings) && !Object.hasOwn(value.settings, 'protocol')

/** @param value a run as JSON, or as the database or a journal holds it */
export function presentRun<Stored>(value: Stored): Stored {
  if (!isObject(value)) return value
  // Versions that could ask several models in stages stored with a run which of these races it belongs to.
  const { race: _, ...run }: JsonObject = value
  const { settings, probe } = run
  // What is added comes last.
  const present = isObject(settings)
    ? { ...run, settings: { ...settings, ...firstSettings, ...settings } }
    : run
  return (probe === undefined ? present : withoutFactsOfRun(present)) as Stored
}

/** Passes said that the run they belong to was merged, or repeats another. */
const withoutFactsOfRun = ({ merged: _, again: __, ...pass }: JsonObject): JsonObject => pass

/** Answers could be letters only, and were named so. */
const namesNow = new Map([
  ['rightLetter', 'rightAnswer'],
  ['letter', 'parsed'],
])

export const isEarlierRecord = (value: unknown): value is JsonObject =>
  isObject(value) && Object.hasOwn(value, 'rightLetter')

/** @param value a record, as `presentRun` takes a run */
export function presentRecord<Stored>(value: Stored): Stored {
  if (!isEarlierRecord(value)) return value
  const entries = Object.entries(value).map(([name, held]) => [namesNow.get(name) ?? name, held])
  return Object.fromEntries(entries) as Stored
}

const isObject = (value: unknown): value is JsonObject => isJsonObject(value as Json)
