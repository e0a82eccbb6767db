-- As much of lua-resty-http as the guide's plugin uses, by its documentation.
local Http = {}
Http.__index = Http

function Http.new() return setmetatable({ socket = ngx.socket.tcp() }, Http) end

function Http:set_timeouts(connect, send, read) self.socket:settimeouts(connect, send, read) end

function Http:request_uri(uri, params)
  local host, port, target = uri:match("^http://([%d.]+):(%d+)(/.*)$")
  local ok, problem = self.socket:connect(host, tonumber(port))
  if not ok then return nil, problem end
  local lines = { params.method .. " " .. target .. " HTTP/1.1", "Host: " .. host .. ":" .. port }
  for name, value in pairs(params.headers) do lines[#lines + 1] = name .. ": " .. value end
  if params.body then lines[#lines + 1] = "Content-Length: " .. #params.body end
  local text = table.concat(lines, "\r\n") .. "\r\n\r\n" .. (params.body or "")
  ok, problem = self.socket:send(text)
  if not ok then return nil, problem end

  local status
  status, problem = self.socket:receive("*l")
  if not status then return nil, problem end
  -- Names are found in any case.
  local headers = setmetatable({}, {
    __index = function(all, name) return rawget(all, name:lower()) end
  })
  while true do
    local line
    line, problem = self.socket:receive("*l")
    if not line then return nil, problem end
    if line == "" then break end
    local name, value = line:match("^([^:]+):%s*(.*)$")
    rawset(headers, name:lower(), value)
  end
  local length = tonumber(headers["Content-Length"] or "0")
  local body = ""
  if length > 0 then
    body, problem = self.socket:receive(length)
    if not body then return nil, problem end
  end
  self.socket:setkeepalive()
  return { status = tonumber(status:match("^HTTP/1.1 (%d+)")), headers = headers, body = body }
end

return Http
