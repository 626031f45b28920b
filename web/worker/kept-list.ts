/** The list that a build writes into its service worker (web/vite/build-service-worker.ts). */
export interface KeptList {
  /** Identifies exactly this set of files. */
  build: string
  /**
   * A text found in every page of this build and of no other: the name of the file in which React Router lists the
   * scripts of all screens, which contains a hash.
   */
  pageMark: string
  /** Addresses of the prerendered pages and of the fallback page. */
  pages: readonly string[]
  /** Addresses whose content never changes, since they contain a hash of it. */
  assets: readonly string[]
  /** The other files: address → SHA-256 of the content, in the format of `integrity` attributes. */
  files: Readonly<Record<string, string>>
}

/**
 * A file's key in the cache, which differs for different content. Pages are stored by address, since each version has
 * its own cache.
 */
export function cacheKey(address: string, { files }: Pick<KeptList, 'files'>): string {
  const hash = files[address]
  return hash === undefined ? address : `${address}?v=${encodeURIComponent(hash)}`
}
