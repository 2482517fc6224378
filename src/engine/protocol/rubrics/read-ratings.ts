import { get, isJsonObject, type JsonObject, parseJson, setOwn } from '@voxelwise/python'
import type { Ratings, Rubric } from './rubric.ts'

export type RatingsRead =
  | { readonly status: 'read'; readonly ratings: Ratings }
  | { readonly status: 'unparsed'; readonly why: string }

/** A reply in the required form is never longer than this, including surrounding text. */
const longestReply = 100_000

/** The ratings of the last `{…}` with every dimension as a whole number on the scale. Nothing is guessed. */
export function readRatings(rubric: Rubric, reply: string): RatingsRead {
  if (reply.length > longestReply) return { status: 'unparsed', why: 'the reply is too long' }
  let why = 'the reply holds no JSON object'
  for (const object of objectsIn(reply)) {
    const read = checkRatings(rubric, object)
    if (typeof read !== 'string') return { status: 'read', ratings: read }
    why = read
  }
  return { status: 'unparsed', why }
}

/** The JSON objects `{…}` of a reply, none of which holds another: the last one first. */
export function objectsIn(reply: string): readonly JsonObject[] {
  const texts = reply.match(/\{[^{}]*\}/g) ?? []
  return texts.reverse().flatMap(text => {
    try {
      const value = parseJson(text)
      return isJsonObject(value) ? [value] : []
    } catch {
      // Text in braces need not be JSON.
      return []
    }
  })
}

/** @returns the problem, if there is one */
function checkRatings({ dimensions, scale: { least, most } }: Rubric, object: JsonObject): Ratings | string {
  const ratings: Record<string, number> = {}
  for (const { id } of dimensions) {
    const value = get(object, id)
    if (value === undefined) return `${id} is missing`
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      return `${id} is no whole number from ${least} to ${most}`
    setOwn(ratings, id, value)
  }
  return ratings
}
