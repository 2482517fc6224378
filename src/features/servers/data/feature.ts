export { connectModel as connectServer } from './connect.ts'
export { serverPicture as pictureForServer } from './picture.ts'
