/**
 * Where the page is served on this machine. What it stores belongs to this address, and any other page there could read it: the
 * port must be nobody's habit. IANA has assigned none from 28590 to 28999, systems give none below 32768 to connections, and
 * 8693 are the keys of VOXE on a telephone.
 */
export const pagePort = 28693

/** The development server's, whose page has a store of its own. */
export const developmentPort = 28694

/** Where earlier versions served the page: Vite's own port, which other projects use too. */
export const earlierPort = 4173
