import { isPackaged } from '../serve/serve.ts'

/** How a command is called here: from the repository, or from the installed package. */
export const called = (command: 'convert' | 'evaluate' | 'merge' | 'samples' | 'score'): string =>
  isPackaged ? `npx voxelwise ${command}` : `npm run -s ${command} --`
