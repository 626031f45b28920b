import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton`, with which Radix's scroll lock writes a <style> element. A constructed
 * style sheet has the same effect and is allowed under `style-src 'self'`. The exports and their meaning are the same:
 * the sheet exists as long as it has at least one user.
 */
export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      if (users === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      users += 1
    },
    remove() {
      users -= 1
      if (users > 0 || sheet === null) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      sheet = null
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useSingletonStyle(css: string, isDynamic?: boolean) {
    // As in the original package, a style that is not dynamic is written once, even if its text changes.
    const key = isDynamic === true ? css : ''
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [key])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function SingletonStyle({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
