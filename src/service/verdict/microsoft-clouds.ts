/**
 * Names below which Microsoft's clouds have their `protection` hosts: the world's, the US government's, the former German one, and China's.
 * https://learn.microsoft.com/microsoft-365/enterprise/microsoft-365-endpoints
 */
export const MICROSOFT_CLOUDS: readonly string[] = ['outlook.com', 'office365.us', 'outlook.de', 'partner.outlook.cn'];
