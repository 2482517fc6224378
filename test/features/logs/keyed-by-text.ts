/** For `test/unit/keyed-by-text.test.ts`: accesses in this feature whose keys are words of the program, or numbers. */
export const closed = ['src/features/logs/data/writing/inspect-archive.ts: sample[name]']
