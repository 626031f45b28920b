import { useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton`, which Radix's scroll lock uses to write a <style> element.
 * A constructed style sheet does the same and is allowed under `style-src 'self'`. Same exports, same meaning:
 * the sheet lives as long as at least one user of it.
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
    // As in the package: a style that is not dynamic is written once, whatever its text becomes.
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
