/** The mutants of a source file: small changes of its behavior, each of which a test should notice. */
import ts from "typescript";

export interface Mutant {
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly becomes: string;
  /** The first line has the number 1. */
  readonly line: number;
  /** A query is left without one of its conditions. */
  readonly losesCondition: boolean;
}

export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const mutants = new Map<string, Mutant>();
  visit(file);
  return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);

  function visit(node: ts.Node): void {
    if (isNoBehavior(node)) return;
    for (const [target, becomes] of changesOf(node)) {
      const start = target.getStart(file);
      const end = target.getEnd();
      if (source.slice(start, end) === becomes) continue;
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      const losesCondition = isConditionOfQuery(target);
      mutants.set(`${start}-${end}-${becomes}`, { start, end, becomes, line, losesCondition });
    }
    ts.forEachChild(node, visit);
  }
}

function isConditionOfQuery(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return conditions.has(node.expression.name.text);
}

export function mutated(source: string, { start, end, becomes }: Mutant): string {
  return source.slice(0, start) + becomes + source.slice(end);
}

/** Types, imports, and texts for users; tests check only the important parts of texts. */
function isNoBehavior(node: ts.Node): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (isDefaultOfEntry(node)) return true;
  // The first argument of a `RequestError` is the response; those of others are texts for the log.
  if (ts.isNewExpression(node))
    return /(?<!^Request)(Error|Failure|Problem)$/.test(node.expression.getText());
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return isTextOfRequestError(node);
  return ts.isPropertyAssignment(node) && textsForUsers.has(node.name.getText());
}

/** `bytes[0] ?? 0` and `[, salt = ""]`: only the compiler needs the default, because the entry always exists. */
function isDefaultOfEntry(node: ts.Node): boolean {
  if (ts.isSourceFile(node)) return false;
  const { parent } = node;
  if (ts.isBindingElement(parent) && parent.initializer === node) {
    return ts.isArrayBindingPattern(parent.parent);
  }
  return isOrElse(parent) && parent.right === node && ts.isElementAccessExpression(parent.left);
}

function isOrElse(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** The second argument of `reject("malformed", "…")`. */
function isTextOfRequestError(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.expression.getText() !== "reject") return false;
  return parent.arguments[1] === node;
}

const textsForUsers = new Set([
  "advice",
  "answers",
  "detail",
  "hint",
  "meaning",
  "message",
  "reason",
  "scheme",
  "section",
  "summary",
  "title",
  "when",
]);

type Change = readonly [ts.Node, string];

function changesOf(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return changesOfBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return changesOfPrefix(node);
  if (ts.isPostfixUnaryExpression(node)) return swapped(node, node.getText(), updates);
  if (ts.isIfStatement(node)) return [...conditionsOf(node.expression), ...withoutBranch(node)];
  if (ts.isConditionalExpression(node)) return conditionsOf(node.condition);
  if (ts.isWhileStatement(node)) return [[node.expression, "false"]];
  if (ts.isForStatement(node) && node.condition) return [[node.condition, "false"]];
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [[node, ";"]];
  if (ts.isForOfStatement(node)) return [[node.statement, "{}"]];
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) return [[node, ";"]];
  if (ts.isCallExpression(node)) return changesOfCall(node);
  return changesOfLiteral(node);
}

const operators: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "+=": ["-="],
  "-=": ["+="],
  "??=": ["="],
};

function changesOfBinary(node: ts.BinaryExpression): readonly Change[] {
  const { operatorToken: operator, left, right } = node;
  const text = operator.getText();
  if (isDefaultOfEntry(right)) return [];
  // Strings have no -, and an operation that would give NaN fails visibly everywhere.
  if (text === "+" && (isText(left) || isText(right))) return [];
  const others = operators[text] ?? [];
  const parts = [left, right].map((one) => one.getText());
  const changes = others.map(
    // ?? and && may only be mixed with parentheses.
    (other): Change => [node, `((${parts[0]}) ${other} (${parts[1]}))`],
  );
  if (/=$/.test(text) && !/^[=!<>]/.test(text)) {
    return others.map((other): Change => [operator, other]);
  }
  return changes;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

const updates = [
  ["++", "--"],
  ["--", "++"],
] as const;

function swapped(
  node: ts.Node,
  text: string,
  pairs: readonly (readonly [string, string])[],
): readonly Change[] {
  return pairs
    .filter(([from]) => text.includes(from))
    .map(([from, to]) => [node, text.replace(from, to)]);
}

function changesOfPrefix(node: ts.PrefixUnaryExpression): readonly Change[] {
  if (node.operator === ts.SyntaxKind.ExclamationToken)
    return [[node, `!!(${node.operand.getText()})`]];
  if (node.operator === ts.SyntaxKind.MinusToken) return [[node, node.operand.getText()]];
  return swapped(node, node.getText(), updates);
}

function conditionsOf(condition: ts.Expression): readonly Change[] {
  return [
    [condition, "true"],
    [condition, "false"],
  ];
}

function withoutBranch({ elseStatement }: ts.IfStatement): readonly Change[] {
  return elseStatement === undefined ? [] : [[elseStatement, "{}"]];
}

/** Removes the call of a method that refines its object: `text.trim()` becomes `text`. */
function changesOfCall(node: ts.CallExpression): readonly Change[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const method = expression.name.text;
  const receiver = expression.expression.getText();
  if (refining.has(method)) return [[node, receiver]];
  const other = opposites.get(method);
  if (other === undefined) return [];
  return [[expression.name, other]];
}

/** Parts of a query: the rows that a write changes, and the rows that a read leaves out. */
const conditions = new Set(["where", "whereRef", "limit"]);

const refining = new Set([
  ...conditions,
  "trim",
  "toLowerCase",
  "toUpperCase",
  "sort",
  "toSorted",
  "reverse",
  "filter",
  "slice",
  "normalize",
]);

const opposites = new Map([
  ["every", "some"],
  ["some", "every"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
]);

function changesOfLiteral(node: ts.Node): readonly Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true"]];
  if (ts.isNumericLiteral(node)) return isName(node) ? [] : [[node, oneMore(node.getText())]];
  if (ts.isRegularExpressionLiteral(node)) {
    return changesOfExpression(node.getText()).map((other): Change => [node, other]);
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    // An empty encoding name means UTF-8 too.
    if (isName(node) || node.text === "utf8") return [];
    return [[node, node.text === "" ? '"mutant"' : '""']];
  }
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    return [[node, '""']];
  }
  return [];
}

/** The name of a property, a text in a list `as const`, or a name in a query, all of which types check. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (
    isNameInQuery(node) ||
    (ts.isArrayLiteralExpression(parent) && asserted(parent) === "as const") ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isElementAccessExpression(parent) ||
    ts.isExternalModuleReference(parent)
  );
}

/** `where("id", "=", 1)`: the column and the administrator, and the names in other parts of a query. */
function isNameInQuery(node: ts.Node): boolean {
  const list = ts.isArrayLiteralExpression(node.parent) ? node.parent : node;
  const call = list.parent;
  if (!ts.isCallExpression(call) || call.expression === list) return false;
  const { expression } = call;
  const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
  if (comparing.has(method)) return call.arguments.slice(0, 2).includes(list as ts.Expression);
  return naming.has(method);
}

const comparing = new Set(["where", "having", "on"]);
const naming = new Set([
  ...["selectFrom", "insertInto", "updateTable", "deleteFrom", "innerJoin", "leftJoin"],
  ...["select", "returning", "orderBy", "groupBy", "whereRef", "onRef", "columns", "column", "ref"],
]);

function asserted({ parent }: ts.Node): string {
  return ts.isAsExpression(parent) ? `as ${parent.type.getText()}` : "";
}

function oneMore(text: string): string {
  return text.endsWith("n") ? `(${text} + 1n)` : `(${text} + 1)`;
}

/** Changes of regular expressions: removed anchors, changed quantifiers, and inverted classes. */
function changesOfExpression(text: string): readonly string[] {
  const end = text.lastIndexOf("/");
  const [body, flags] = [text.slice(1, end), text.slice(end + 1)];
  const others = [
    body.startsWith("^") ? body.slice(1) : body,
    body.endsWith("$") && !body.endsWith("\\$") ? body.slice(0, -1) : body,
    ...eachReplaced(body, /(?<!\\)\+/g, "*"),
    ...eachReplaced(body, /(?<![\\*])\*/g, "+"),
    ...eachReplaced(body, /\[\^/g, "["),
    ...eachReplaced(body, /\[(?![\^\]])/g, "[^"),
    ...eachReplaced(body, /\\d/g, "\\D"),
    ...eachReplaced(body, /\\s/g, "\\S"),
    ...eachReplaced(body, /\{(\d+),(\d+)\}/g, (_, from, to) => `{${from},${Number(to) + 1}}`),
    ...eachReplaced(body, /\{(\d+),(\d+)\}/g, (_, from, to) => `{${Number(from) + 1},${to}}`),
    ...eachReplaced(body, /\{(\d+)\}/g, (_, count) => `{${Number(count) + 1}}`),
  ];
  const withoutFlag = flags.includes("i") ? [`/${body}/${flags.replace("i", "")}`] : [];
  return [
    ...new Set(others.filter((one) => one !== body).map((one) => `/${one}/${flags}`)),
    ...withoutFlag,
  ].filter(isExpression);
}

function eachReplaced(
  text: string,
  what: RegExp,
  by: string | ((...groups: string[]) => string),
): readonly string[] {
  return [...text.matchAll(what)].map((match) => {
    const other = typeof by === "string" ? by : by(...match);
    return text.slice(0, match.index) + other + text.slice(match.index + match[0].length);
  });
}

function isExpression(text: string): boolean {
  const end = text.lastIndexOf("/");
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1)) instanceof RegExp;
  } catch {
    return false;
  }
}
