-- As much of Kong's PDK as the guide's plugin uses, by Kong's documentation, over nginx's Lua module.
local plugins = setmetatable({}, {
  -- Its own for each request.
  __index = function(_, name) return ngx.ctx[name] end,
  __newindex = function(_, name, value) ngx.ctx[name] = value end
})

local kong = {
  ctx = { plugin = plugins },
  log = { err = function(...) ngx.log(ngx.ERR, ...) end },
  client = { get_forwarded_ip = function() return ngx.var.remote_addr end },
  request = {
    get_method = ngx.req.get_method,
    get_path_with_query = function() return ngx.var.request_uri end,
    get_headers = function(most) return (ngx.req.get_headers(most)) end,
    get_header = function(name)
      local value = ngx.req.get_headers()[name]
      return type(value) == "table" and value[1] or value
    end,
    get_raw_body = function()
      ngx.req.read_body()
      local body = ngx.req.get_body_data()
      if body then return body end
      if ngx.req.get_body_file() then return nil, "request body did not fit into client body buffer" end
      return ""
    end
  },
  service = { request = { clear_header = ngx.req.clear_header, set_header = ngx.req.set_header } },
  response = {
    set_header = function(name, value) ngx.header[name] = value end,
    exit = function(status, body, headers)
      ngx.status = status
      for name, value in pairs(headers) do ngx.header[name] = value end
      ngx.header["Content-Length"] = #body
      -- nginx leaves the body out in the response to HEAD.
      ngx.print(body)
      return ngx.exit(status)
    end
  }
}

-- The plugin's settings: those that a file gives it, and otherwise the defaults of its schema.
function kong.conf(given)
  local conf = {}
  for _, field in ipairs(require("schema").fields[1].config.fields) do
    local name, rule = next(field)
    conf[name] = given[name] or rule.default
    assert(type(conf[name]) == rule.type, name)
  end
  return conf
end

return kong
