/** Other servers from which pages may load things, by directive of the content-security policy. */
export type ForeignSources = Partial<
  Record<'script-src' | 'connect-src' | 'media-src' | 'worker-src' | 'frame-src' | 'img-src', readonly string[]>
>

/**
 * The sources of Vapi's calls: its API, and Daily, which is loaded by a script element, connects to servers of its own,
 * and creates audio worklets from strings.
 */
export function vapiSources(apiBase: string): ForeignSources {
  return {
    'script-src': ['https://c.daily.co', 'blob:'],
    'connect-src': [new URL(apiBase).origin, 'https://*.daily.co', 'wss://*.daily.co'],
    'worker-src': ['blob:'],
  }
}

/** The sources of D-ID's agent: its script, its API, and the media servers behind the API. */
export function didAgentSources(scriptUrl: string): ForeignSources {
  const { origin } = new URL(scriptUrl)
  return {
    'script-src': [origin],
    'connect-src': [
      origin,
      'https://*.d-id.com',
      'wss://*.d-id.com',
      'https://*.livekit.cloud',
      'wss://*.livekit.cloud',
    ],
    'img-src': ['https://*.d-id.com'],
    'media-src': ['https://*.d-id.com'],
  }
}

export function joinSources(...all: readonly (ForeignSources | null)[]): ForeignSources {
  const joined: Record<string, readonly string[]> = {}
  for (const sources of all) {
    for (const [directive, list] of Object.entries(sources ?? {})) {
      joined[directive] = [...new Set([...(joined[directive] ?? []), ...list])]
    }
  }
  return joined
}
