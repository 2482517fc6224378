/** What an object itself has under a key: `constructor` is in every object. */
export const ownValue = <T>(object: { readonly [key: string]: T }, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined
