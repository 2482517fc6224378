/** For `test/unit/keyed-by-text.test.ts`: accesses in this feature whose keys are words of the program, or numbers. */
export const closed = ['src/features/shards/data/manifest.ts: digests[part as IdentityPart]']
