/** Published names, replaced from the first rule that matches. */
export type Renaming = readonly (readonly [published: RegExp, canonical: string])[]

export function renamed(name: string, rules: Renaming): string {
  const rule = rules.find(([published]) => published.test(name))
  return rule ? name.replace(rule[0], rule[1]) : name
}

/** By one list of rules after the other. */
export const renamedByAll = (name: string, lists: readonly Renaming[]): string => lists.reduce(renamed, name)
