/** Published names, replaced from the first rule that matches. */
export type Renaming = readonly (readonly [published: RegExp, canonical: string])[]

export function renamed(name: string, rules: Renaming): string {
  const rule = rules.find(([published]) => published.test(name))
  return rule ? name.replace(rule[0], rule[1]) : name
}
