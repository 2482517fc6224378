export {
  afterLast,
  length,
  punctuation,
  singleSpaced,
  spaceClass,
  strip,
  stripCharacter,
  stripEnd,
  wordClass,
  words,
} from '@voxelwise/python'
