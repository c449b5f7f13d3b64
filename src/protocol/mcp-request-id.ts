/**
 * Field of an MCP call's metadata with the client's id of the call, by which a repeated one is
 * carried out once (docs/doors/mcp-server.md).
 */
export const mcpRequestIdField = 'office/requestId';
