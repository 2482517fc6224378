/** Records as they were written before answers had kinds; throws where one has what no letter is. */
export function underOlderNames(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    if (typeof part !== 'object' || part === null || !('rightAnswer' in part)) return part
    const { rightAnswer, parsed, ...rest } = part
    if ('rule' in part || 'unparsed' in part) throw new Error('MedRCube has no rules by name.')
    return { ...rest, rightLetter: rightAnswer, ...(parsed !== undefined && { letter: parsed }) }
  })
}
