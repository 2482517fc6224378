export { marksFact as marks, toMarkFact as toMark } from './marks-facts.ts'
export { readersFact as readers } from './readers-fact.ts'
export { statedFact as stated } from './stated-fact.ts'
