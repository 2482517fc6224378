/** What the files of shards begin with. Apart, so that recognising a file does not load how it is read. */

export const manifestFormat = 'voxelwise-manifest'
export const shardFormat = 'voxelwise-shard'

/** Whether a file is of a format, by its first characters. */
const begins = (beginning: string, format: string): boolean => beginning.startsWith(`{"format":"${format}"`)

export const isManifest = (beginning: string): boolean => begins(beginning, manifestFormat)

export const isShardFile = (beginning: string): boolean => begins(beginning, shardFormat)
