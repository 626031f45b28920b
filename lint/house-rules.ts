// An oxlint plugin with this repository's own rules, for which there are no ready-made ones.
import { isAbsolute, relative, sep } from 'node:path'
import { brokenWall } from './walls.ts'

/** The few parts of oxlint's plugin interface (that of ESLint) that these rules touch. */
type Node = { type: string }
type Context = { cwd: string; filename: string; report(found: { node: Node; message: string }): void }
type Source = { type: string; value?: unknown } | null | undefined
type Importing = Node & {
  source: Source
  importKind?: string
  exportKind?: string
  specifiers?: { importKind?: string; exportKind?: string }[]
}

function repositoryPath({ cwd, filename }: Context): string {
  const path = isAbsolute(filename) ? relative(cwd, filename) : filename
  return path.split(sep).join('/')
}

function isTypeOnly(node: Importing): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = node.specifiers ?? []
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
}

const walls = {
  create(context: Context) {
    const from = repositoryPath(context)
    const check = (node: Node, source: Source, typeOnly: boolean) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const message = brokenWall({ from, specifier: source.value, typeOnly })
      if (message !== null) context.report({ node, message })
    }
    const checkStatement = (node: Importing) => check(node, node.source, isTypeOnly(node))
    return {
      ImportDeclaration: checkStatement,
      ExportNamedDeclaration: checkStatement,
      ExportAllDeclaration: checkStatement,
      ImportExpression: (node: Importing) => check(node, node.source, false),
      TSImportType: (node: Importing) => check(node, node.source, true),
    }
  },
}

const GRAB_BAG = /(^|\/)(index|utils?|helpers?|misc|common)\.[cm]?[jt]sx?$/
/** Re-exports all tables, because the migration tool needs them in one file. */
const MAY_REEXPORT = /^server\/src\/infra\/db\/schema\/all\.ts$/

const noBarrels = {
  create(context: Context) {
    const path = repositoryPath(context)
    return {
      Program(node: Node) {
        if (GRAB_BAG.test(path)) context.report({ node, message: 'Name the file after what is in it' })
      },
      ExportAllDeclaration(node: Node) {
        if (MAY_REEXPORT.test(path)) return
        context.report({ node, message: 'No barrels: import from the file that has it' })
      },
    }
  },
}

export default { meta: { name: 'house' }, rules: { walls, 'no-barrels': noBarrels } }
