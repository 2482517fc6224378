export {
  byCodePoint,
  folderOf,
  isAbsolute,
  isInside,
  join,
  matches,
  normalise,
  rooted,
  unrooted,
} from '@voxelwise/python'
