/** Where the marks of a printed chart lead. */
export const nowhere = (): string => '#'
